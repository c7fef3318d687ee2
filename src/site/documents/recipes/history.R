library(httr)
library(jsonlite)

base <- ADDRESS

fetch <- function(path, file) {
  kept <- if (file.exists(file)) readRDS(file)
  tag <- if (is.null(kept)) "" else headers(kept)$etag
  answer <- GET(paste0(base, "PREFIX", path), add_headers("If-None-Match" = tag))
  if (status_code(answer) == 304) answer <- kept else saveRDS(stop_for_status(answer), file)
  content(answer, "text", encoding = "UTF-8")
}

indicator <- fromJSON(fetch("/data/KEY.json", "KEY.rds"))
if (indicator$sourceStatus != "verified") stop("sourceStatus: ", indicator$sourceStatus)
print(indicator$valueRaw, digits = 15)

history <- read.csv(text = fetch("/data/KEY/history.csv", "KEY-history.rds"), encoding = "UTF-8")
history$date <- as.Date(history$date)
print(tail(history[c("date", "value")]))
