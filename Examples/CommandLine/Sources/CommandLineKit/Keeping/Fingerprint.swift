/// By what the content of a file is recognised: its length and FNV-1a of its bytes.
struct Fingerprint: Sendable, Hashable {
  let length: Int
  let hash: UInt64

  init(_ bytes: [UInt8]) {
    length = bytes.count
    hash = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  init(length: Int, hash: UInt64) {
    self.length = length
    self.hash = hash
  }
}
