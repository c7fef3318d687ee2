# rsdmx against a running service: dataflows, the structure, all data and one series. Its reader of generic data fails from R 4.3
# on where an observation has two attributes; structure-specific data are read, which the manual shows. The variable makes
# earlier versions of R as strict.
#
#     Rscript rsdmx.R ADDRESS
Sys.setenv("_R_CHECK_LENGTH_1_LOGIC2_" = "true")
suppressMessages(library(rsdmx))
address <- commandArgs(trailingOnly = TRUE)[1]
builder <- SDMXREST21RequestBuilder(regUrl = paste0(address, "/sdmx"), repoUrl = paste0(address, "/sdmx"), compliant = TRUE)
provider <- SDMXServiceProvider(agencyId = "TEST", name = "hostile texts", builder = builder)
addSDMXServiceProvider(provider)
ask <- function(...) readSDMX(providerId = "TEST", ...)
flows <- as.data.frame(ask(resource = "dataflow"))
stopifnot("ODD" %in% flows$id)
structure <- ask(resource = "datastructure", resourceId = "ODD_DSD")
stopifnot("CL_INDICATOR" %in% sapply(structure@codelists@codelists, function(list) list@id))

# The structure-specific form: under R 4.3 and later rsdmx reads no generic data with two attributes on an observation.
recipe <- c(
  'file <- tempfile()',
  'download.file("http://127.0.0.1:8080/sdmx/data/FLOW/..usd", file, quiet = TRUE,',
  '              headers = c(Accept = "application/vnd.sdmx.structurespecificdata+xml;version=2.1"))',
  'series <- as.data.frame(readSDMX(file, isURL = FALSE))'
)
recipe <- gsub("http://127.0.0.1:8080", address, recipe, fixed = TRUE)
specific <- function(key) {
  eval(parse(text = gsub("FLOW/..usd", paste0("ODD/", key), recipe, fixed = TRUE)))
  series
}
whole <- specific("all")
stopifnot(length(unique(whole$INDICATOR)) == 8)
one <- specific("M.AZ.revised")
stopifnot(isTRUE(all.equal(as.numeric(one$OBS_VALUE), c(101.5, 103.25, 104, 104.7, 0, 7))))
two <- specific("M.AZ.revised+breaks?startPeriod=2026&endPeriod=2026")
stopifnot(setequal(unique(two$INDICATOR), c("revised", "breaks")), all(substr(two$TIME_PERIOD, 1, 4) == "2026"))
# Observations with two attributes are what the other form fails at.
stopifnot(any(!is.na(whole$COMMENT_OBS) & !is.na(whole$DATA_SOURCE)))
cat("rsdmx", as.character(packageVersion("rsdmx")), "sees the same series\n")
