$BASE = ADDRESS
$latest = Invoke-RestMethod "${BASE}PREFIX/data/KEY/latest.json"
$figure = if ($latest.inForce) { $latest.inForce } else { $latest.current }
"$($latest.name): $($figure.text) ($($latest.sourceStatus))"
$rows = Invoke-RestMethod "${BASE}PREFIX/data/KEY/history.csv?last=12" | ConvertFrom-Csv
$rows | Select-Object date, @{ Name = "value"; Expression = { [decimal]$_.value } }
