#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Does a piece of work on threads of the system's own, which helgrind follows; it knows nothing of Swift's tasks.
///
/// - Parameter work: Is given the number of the thread, from 0.
func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
  #if canImport(Darwin)
    var threads = [pthread_t?](repeating: nil, count: count)
  #else
    var threads = [pthread_t](repeating: 0, count: count)
  #endif
  for index in threads.indices {
    let box = Unmanaged.passRetained(Box { work(index) }).toOpaque()
    let status = pthread_create(&threads[index], nil, start, box)
    guard status == 0 else { fail("a thread cannot be started: \(status)") }
  }
  for thread in threads {
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }
}

private final class Box {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

#if canImport(Darwin)
  private func start(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { run(box) }
#else
  private func start(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { box.flatMap(run) }
#endif

private func run(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<Box>.fromOpaque(box).takeRetainedValue().work()
  return nil
}

func fail(_ message: String) -> Never {
  print(message)
  exit(1)
}

/// The bytes of a file.
func contents(of path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { fail("\(path) cannot be read") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
  return bytes
}
