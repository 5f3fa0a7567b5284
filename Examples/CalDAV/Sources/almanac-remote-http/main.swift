// The program that `almanac sync DIR https://…` runs, as git does git-remote-https: it reads calls (`RemoteCall`) as lines of
// JSON from standard input, makes the requests, and answers each on standard output (`RemoteReply`). It ends with its input.
try await RemoteServer.run()
