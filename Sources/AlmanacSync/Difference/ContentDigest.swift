internal import AlmanacTime

/// A digest of content: SHA-256 (FIPS 180-4), the same in every process and on every machine.
///
/// ```swift
/// print(ContentDigest("abc".utf8))     // ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
/// ```
public struct ContentDigest: Sendable, Hashable {
  private var words: [UInt32]

  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    var message = Array(bytes)
    let length = UInt64(message.count) &* 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
    }
    words = Self.initial
    var schedule = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: message.count, by: 64) {
      for index in 0..<16 {
        let place = block + 4 * index
        schedule[index] = message[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      add(&schedule)
    }
  }

  /// Adds a block to the state.
  private mutating func add(_ schedule: inout [UInt32]) {
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let first = Self.rotated(early, 7) ^ Self.rotated(early, 18) ^ early >> 3
      let second = Self.rotated(late, 17) ^ Self.rotated(late, 19) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
    var state = words
    for index in 0..<64 {
      let (a, e) = (state[0], state[4])
      let choice = e & state[5] ^ ~e & state[6]
      let majority = a & state[1] ^ a & state[2] ^ state[1] & state[2]
      let high = Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)
      let low = Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)
      let first = state[7] &+ high &+ choice &+ Self.constants[index] &+ schedule[index]
      state.removeLast()
      state.insert(first &+ low &+ majority, at: 0)
      state[4] &+= first
    }
    for index in 0..<8 { words[index] &+= state[index] }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  private static let initial = primes.prefix(8).map { fraction(Double($0).squareRoot()) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants = primes.map { fraction(cubeRoot(Double($0))) }

  private static let primes: [Int] = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  private static func fraction(_ root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  /// Newton's method, from above.
  private static func cubeRoot(_ number: Double) -> Double {
    var root = number
    for _ in 0..<60 { root -= (root * root * root - number) / (3 * root * root) }
    return root
  }
}

/// The order of the digests as numbers.
extension ContentDigest: Comparable {
  public static func < (one: ContentDigest, other: ContentDigest) -> Bool {
    one.words.lexicographicallyPrecedes(other.words)
  }
}

/// 64 hexadecimal digits in lower case.
extension ContentDigest: CustomStringConvertible, Codable {
  public var description: String { words.map { Digits.padded($0, to: 8, radix: 16) }.joined() }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = ContentDigest(digits: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a digest: expected 64 hexadecimal digits")
    }
    self = digest
  }

  /// A digest from its description.
  package init?(digits: some StringProtocol) {
    let text = Array(digits.utf8)
    words = stride(from: 0, to: text.count, by: 8).compactMap { place in
      Digits.hexadecimal(text[place..<min(place + 8, text.count)])
    }
    if text.count != 64 || words.count != 8 { return nil }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
