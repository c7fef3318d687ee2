# rsdmx against a running service: dataflows, the structure, all data and one series.
#
#     Rscript rsdmx.R ADDRESS
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
whole <- as.data.frame(ask(resource = "data", flowRef = "ODD"))
stopifnot(length(unique(whole$INDICATOR)) == 8)
one <- as.data.frame(ask(resource = "data", flowRef = "ODD", key = "M.AZ.revised"))
stopifnot(isTRUE(all.equal(as.numeric(one$obsValue), c(101.5, 103.25, 104, 104.7, 0, 7))))
two <- as.data.frame(ask(resource = "data", flowRef = "ODD", key = "M.AZ.revised+breaks", start = 2026, end = 2026))
stopifnot(setequal(unique(two$INDICATOR), c("revised", "breaks")), all(substr(two$obsTime, 1, 4) == "2026"))
cat("rsdmx", as.character(packageVersion("rsdmx")), "sees the same series\n")
