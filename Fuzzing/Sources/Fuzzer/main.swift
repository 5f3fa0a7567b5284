import CFuzzer

// libFuzzer calls the function with one input after the other; a check that fails ends the process, and libFuzzer keeps
// the input. The environment names the target, as libFuzzer starts the program anew with arguments of its own.
guard let name = getenv("TARGET"), let target = Target.named(String(cString: name)) else {
  print("usage: TARGET=… Fuzzer [libFuzzer's options and folders], the target being one of:")
  for target in Target.all { print("  \(target.name)") }
  exit(64)
}
let check = target.check
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = withUnsafeMutablePointer(to: &arguments) { arguments in
  arguments.withMemoryRebound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1) {
    LLVMFuzzerRunDriver(&count, $0) { data, size in
      check(Array(UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  }
}
