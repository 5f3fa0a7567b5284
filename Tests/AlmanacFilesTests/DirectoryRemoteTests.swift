import AlmanacFiles
import AlmanacSync
import Foundation
import TestSupport
import Testing

@Suite("A directory as a side of a synchronization")
struct DirectoryRemoteTests {
  private let folder: TemporaryFolder
  private let remote: DirectoryRemote

  init() throws {
    folder = try TemporaryFolder()
    remote = DirectoryRemote(folder.path, patience: .zero, at: Sample.now)
  }

  private func code(_ body: () throws -> Void) -> SyncError.Code? {
    do { try body() } catch { return (error as? SyncError)?.code }
    return nil
  }

  @Test("the token of a file that did not change lately needs none of its bytes, and is that of its content")
  func settled() throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "AlmanacICSTests/Corpus").path
    let remote = DirectoryRemote(corpus, at: Sample.now)
    let tokens = try remote.list()
    #expect(tokens.count > 50 && Set(tokens.values).count == tokens.count)
    for (name, token) in tokens {
      let resource = try remote.read(name)
      #expect(resource.token == token && token != "\(ContentDigest(resource.bytes))")
      #expect(resource.bytes == Array(try Data(contentsOf: URL(filePath: corpus + "/" + name))))
    }
  }

  @Test("over random changes of equal length no content has the token of the one before it")
  func fresh() throws {
    var generator = SeededGenerator(seed: 3)
    var contents: [String: String] = [:]
    var tokens: [String: String] = [:]
    for _ in 0..<200 {
      let name = generator.one(of: ["a.ics", "b.ics", "c.ics"])
      let content = generator.one(of: ["one", "two", "six"])
      try folder.file(name, content)
      let now = try remote.list()
      for (name, token) in tokens where contents[name] != nil {
        let isSame = contents[name] == (try? folder.content(name))
        #expect(isSame || now[name] != token)
      }
      contents[name] = content
      tokens = now
    }
  }

  @Test("a file is written and removed only with the token that it has")
  func preconditions() throws {
    let first = try remote.write(Array("one".utf8), to: "a.ics", replacing: nil)
    #expect(try remote.list().keys.sorted() == ["a.ics"])
    #expect(code { _ = try remote.write([], to: "a.ics", replacing: nil) } == .conflict)
    #expect(code { _ = try remote.write([], to: "b.ics", replacing: first) } == .conflict)
    let second = try remote.write(Array("two".utf8), to: "a.ics", replacing: first)
    #expect(code { try remote.delete("a.ics", having: first) } == .conflict)
    #expect(try folder.content("a.ics") == "two")
    try remote.delete("a.ics", having: second)
    #expect(try remote.list().isEmpty)
    #expect(code { _ = try remote.read("a.ics") } == .notFound)
    #expect(code { try remote.delete("a.ics", having: second) } == .conflict)
  }
}
