import AlmanacComponents
import Foundation
import TestSupport
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test(
    "The examples of RFC 4648 §10",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func examples(text: String, encoded: String) {
    #expect(Base64.encoded(Array(text.utf8)) == encoded)
    #expect(Base64.decoded(encoded) == Array(text.utf8))
    #expect(Base64.decoded(encoded, isStrict: true) == Array(text.utf8))
  }

  @Test(
    "Missing padding and blanks are accepted unless decoding is strict",
    arguments: ["Zg", "Zg=", "Z g\t==", " Zm8", "Zm9v=", "Zm9v====", "Zg==="])
  func lenient(text: String) {
    #expect(Base64.decoded(text)?.first == UInt8(ascii: "f"))
    #expect(Base64.decoded(text, isStrict: true) == nil)
  }

  @Test("Texts that are not Base64", arguments: ["Z", "Zm9vY", "Z=g=", "Zm9v-", "Zg==Zg==", "é"])
  func faults(text: String) {
    #expect(Base64.decoded(text) == nil)
    #expect(Base64.decoded(text, isStrict: true) == nil)
  }

  @Test("Random bytes are encoded as by Foundation")
  func random() {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<2000 {
      let bytes = (0..<generator.int(0...50)).map { _ in UInt8(generator.int(0...255)) }
      let text = Base64.encoded(bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.decoded(text, isStrict: true) == bytes)
      #expect(Base64.decoded(String(text.prefix { $0 != "=" })) == bytes)
    }
  }
}
