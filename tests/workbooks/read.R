# The cells of a workbook as openxlsx reads them: read.R FILE DIRECTORY. Writes a CSV for each sheet, by its number.
library(openxlsx)
arguments <- commandArgs(trailingOnly = TRUE)
for (number in seq_along(getSheetNames(arguments[1]))) {
  # It fails on cells that do not say where they stand, or gives NA for them.
  cells <- read.xlsx(arguments[1], sheet = number, colNames = FALSE, skipEmptyRows = FALSE, skipEmptyCols = FALSE, detectDates = FALSE)
  write.table(format(cells, digits = 15), file.path(arguments[2], paste0(number, ".csv")), sep = ",", na = "", row.names = FALSE,
              col.names = FALSE, qmethod = "double", fileEncoding = "UTF-8")
}
# A downloaded workbook is opened, and saved with a sheet more: it needs the counts of its texts.
book <- loadWorkbook(arguments[1])
addWorksheet(book, "added")
saved <- tempfile(fileext = ".xlsx")
saveWorkbook(book, saved)
for (number in seq_along(getSheetNames(arguments[1]))) {
  stopifnot(identical(read.xlsx(saved, sheet = number), read.xlsx(arguments[1], sheet = number)))
}
