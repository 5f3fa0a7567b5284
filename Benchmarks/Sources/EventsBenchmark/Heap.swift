import CHeap

/// The bytes that are allocated; `nil` where the platform does not tell.
func heapBytes() -> Int? {
  #if canImport(Glibc)
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  #elseif canImport(Darwin)
    var statistics = malloc_statistics_t()
    malloc_zone_statistics(nil, &statistics)
    return statistics.size_in_use
  #else
    return nil
  #endif
}
