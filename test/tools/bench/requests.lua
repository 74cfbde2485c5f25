-- Asks the paths of a file in turn, a line each, beginning behind the first `offset`; ends with its figures as JSON.
-- Words: FILE OFFSET

local requests = {}
local place = 0

function init(words)
  for path in io.lines(words[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
  place = tonumber(words[2])
end

function request()
  place = place % #requests + 1
  return requests[place]
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"broken":%d,"refused":%d,"p50Ms":%.3f,"p99Ms":%.3f,"maxMs":%.3f}\n',
    summary.requests, summary.duration / 1e6, broken, errors.status,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
