BASE=ADDRESS
# inForce is there for rates: the one in force, where current may be a decision that is still to take effect.
curl -fsS --compressed "${BASE}PREFIX/data/KEY/latest.json" | jq -r '"\(.name): \((.inForce // .current).text) (\(.sourceStatus))"'
