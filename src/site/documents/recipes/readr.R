library(readr)

base <- ADDRESS
history <- read_csv(
  paste0(base, "PREFIX/data/KEY/history.csv?from=2020"),
  col_types = cols(date = col_date(), value = col_double(), .default = col_character()),
  na = ""
)
print(tail(history[c("date", "value")]))
