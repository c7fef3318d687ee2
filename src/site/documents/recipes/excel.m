let
    Indicator = Json.Document(Web.Contents("ADDRESSPREFIX/data/KEY.json")),
    Status = Indicator[sourceStatus],
    Source = Csv.Document(Web.Contents("ADDRESSPREFIX/data/KEY/history.csv"), [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]),
    Rows = Table.PromoteHeaders(Source, [PromoteAllScalars = true]),
    Typed = Table.TransformColumnTypes(Rows, {{"date", type date}, {"value", type number}}, "en-US"),
    Marked = Table.AddColumn(Typed, "source_status", each Status, type text)
in
    Marked
