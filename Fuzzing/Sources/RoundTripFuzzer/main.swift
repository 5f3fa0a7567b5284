import CFuzzer

// libFuzzer calls the function with one input after the other; a check that fails ends the process, and libFuzzer keeps
// the input. With ALMANAC_FUZZ_EDITS edits of every kind are tried, not only one of a title.
let triesEdits = getenv("ALMANAC_FUZZ_EDITS") != nil
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = withUnsafeMutablePointer(to: &arguments) { arguments in
  arguments.withMemoryRebound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1) {
    LLVMFuzzerRunDriver(&count, $0) { data, size in
      RoundTrip(Array(UnsafeBufferPointer(start: data, count: size)), triesEdits: triesEdits).check()
      return 0
    }
  }
}
