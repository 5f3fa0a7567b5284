#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#endif

#if hasFeature(Embedded) || os(Windows) || os(WASI)
  /// These platforms have no zone files: zones come from a `ZoneDatabase` that the program provides.
  func readFile(_ path: String) -> [UInt8]? { nil }
#else
  /// The bytes of a file of at most a mebibyte; `nil` when it cannot be read or is larger.
  func readFile(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= 1 << 20 {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      guard count > 0 else { return nil }
      bytes.append(contentsOf: chunk[..<count])
    }
    return nil
  }
#endif
