import AlmanacSync
import Foundation
import Testing

@Suite("Digests of content")
struct ContentDigestTests {
  @Test(
    "the examples of FIPS 180-4",
    arguments: [
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func examples(text: String, digest: String) {
    #expect(ContentDigest(text.utf8).description == digest)
  }

  @Test("a million letters")
  func long() {
    let digest = ContentDigest(repeatElement(UInt8(ascii: "a"), count: 1_000_000))
    #expect(digest.description == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("a sign is no digit")
  func signs() throws {
    let digits = ContentDigest("abc".utf8).description
    func read(_ text: String) throws -> [ContentDigest] {
      try JSONDecoder().decode([ContentDigest].self, from: Data("[\"\(text)\"]".utf8))
    }
    #expect(try read(digits) == [ContentDigest("abc".utf8)])
    for text in ["+" + digits.dropFirst(), "-0000000" + digits.dropFirst(8), digits + "0", "0", ""] {
      #expect(throws: DecodingError.self) { try read(text) }
    }
  }
}
