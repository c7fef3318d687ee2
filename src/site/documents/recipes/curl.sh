BASE=ADDRESS
curl -fsS --compressed --etag-compare KEY.etag --etag-save KEY.etag -o KEY.json "${BASE}PREFIX/data/KEY.json"
jq -e -r 'if .sourceStatus == "verified" then .valueRaw else "sourceStatus: \(.sourceStatus)\n" | halt_error end' KEY.json
