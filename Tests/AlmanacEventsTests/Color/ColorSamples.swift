import AlmanacEvents

/// Colours drawn by SplitMix64 from a fixed seed, the same in every run.
func sampleColors(_ count: Int, seed: UInt64 = 2026) -> [CalendarColor] {
  var state = seed
  return (0..<count).map { _ in
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return CalendarColor(rgb: UInt32(truncatingIfNeeded: mixed ^ mixed >> 31))
  }
}

/// A coarse grid over all of sRGB, its corners included, and all reds of a finer one.
let colorGrid: [CalendarColor] = {
  let coarse = stride(from: 0, through: 255, by: 15)
  let fine = stride(from: 0, through: 255, by: 5)
  var colors: [CalendarColor] = []
  for red in coarse {
    for green in coarse {
      for blue in coarse {
        colors.append(CalendarColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue)))
      }
    }
  }
  for red in fine where red >= 90 {
    for green in fine where green <= 130 {
      for blue in fine where blue <= 130 {
        let color = CalendarColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
        if color.isRed { colors.append(color) }
      }
    }
  }
  return colors
}()
