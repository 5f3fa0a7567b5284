// The only file of this module that imports the C library, for functions that the standard library lacks.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#endif

/// A colour as lightness, chroma and hue: the polar form of OKLab, in which the rules about colours are stated.
///
/// See CSS Color Module Level 4 §9.4.
package struct OKLCH: Sendable, Hashable {
  /// 0 (black) … 1 (white).
  package var lightness: Double
  /// 0 (grey) … about 0.32, the strongest that sRGB can show.
  package var chroma: Double
  /// The hue in degrees, 0 ..< 360: about 29 red, 110 yellow, 142 green, 264 blue. It has no meaning where the chroma is 0.
  package var hue: Double

  package init(lightness: Double, chroma: Double, hue: Double) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
  }

  init(_ lab: OKLab) {
    // The direction of the vector (a, b), 0 ..< 360.
    let degrees = atan2(lab.b, lab.a) * 180 / .pi
    self.init(
      lightness: lab.lightness, chroma: hypot(lab.a, lab.b), hue: degrees < 0 ? degrees + 360 : degrees)
  }

  var lab: OKLab {
    let angle = hue * .pi / 180
    return OKLab(lightness: lightness, a: chroma * cos(angle), b: chroma * sin(angle))
  }
}

extension CalendarColor {
  /// The colour's lightness, chroma and hue.
  package var oklch: OKLCH { OKLCH(OKLab(self)) }

  /// Creates the colour with a lightness, a hue and a chroma, or the strongest chroma below it that sRGB can
  /// show.
  ///
  /// Numbers that are not finite count as 0; a lightness outside 0 … 1 as its nearer end.
  package init(_ oklch: OKLCH) {
    let lightness = oklch.lightness.isFinite ? min(max(oklch.lightness, 0), 1) : 0
    let hue = oklch.hue.isFinite ? oklch.hue : 0
    let chroma = oklch.chroma.isFinite ? min(max(oklch.chroma, 0), 0.5) : 0
    func linear(_ chroma: Double) -> LinearRGB {
      OKLCH(lightness: lightness, chroma: chroma, hue: hue).lab.linear
    }
    var (inside, outside) = (0.0, chroma)
    if linear(chroma).isInGamut {
      inside = chroma
    } else {
      // 20 halvings bring the chroma within a millionth, far below a step of 8 bits.
      for _ in 0..<20 {
        let middle = (inside + outside) / 2
        if linear(middle).isInGamut { inside = middle } else { outside = middle }
      }
    }
    self = linear(inside).encoded
  }

  /// The perceptual distance of two colours in OKLab: 0 for the same colour, 1 from black to white.
  ///
  /// About 0.02 is the least difference that is visible side by side.
  package func distance(to other: CalendarColor) -> Double {
    OKLab(self).squaredDistance(to: OKLab(other)).squareRoot()
  }
}

/// A colour in OKLab, where equal distances look about equally far apart (Björn Ottosson, 2020).
struct OKLab: Sendable, Hashable {
  /// 0 black … 1 white.
  var lightness: Double
  /// Green to red and blue to yellow; 0 is grey.
  var a: Double
  var b: Double
}

extension OKLab {
  init(_ color: CalendarColor) {
    let linear = LinearRGB(color)
    let (red, green, blue) = (linear.red, linear.green, linear.blue)
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
  }

  /// The linear channels, outside 0 … 1 where sRGB cannot show the colour.
  var linear: LinearRGB {
    let long = lightness + 0.3963377774 * a + 0.2158037573 * b
    let medium = lightness - 0.1055613458 * a - 0.0638541728 * b
    let short = lightness - 0.0894841775 * a - 1.2914855480 * b
    let (l, m, s) = (long * long * long, medium * medium * medium, short * short * short)
    return LinearRGB(
      red: 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      green: -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      blue: -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
  }

  func squaredDistance(to other: OKLab) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return dl * dl + da * da + db * db
  }
}

/// The channels of sRGB as amounts of light, 0 … 1.
struct LinearRGB {
  var red: Double
  var green: Double
  var blue: Double
}

extension LinearRGB {
  init(_ color: CalendarColor) {
    red = Self.decoded[Int(color.red)]
    green = Self.decoded[Int(color.green)]
    blue = Self.decoded[Int(color.blue)]
  }

  /// Whether sRGB can show it, with a tolerance of less than a step of 8 bits.
  var isInGamut: Bool {
    let range = -0.0001...1.0001
    return range.contains(red) && range.contains(green) && range.contains(blue)
  }

  /// The nearest 8-bit channels, each cut to its range.
  var encoded: CalendarColor {
    CalendarColor(red: Self.encode(red), green: Self.encode(green), blue: Self.encode(blue))
  }

  /// The transfer function of sRGB (IEC 61966-2-1) for each 8-bit value.
  private static let decoded: [Double] = (0...255).map { step in
    let value = Double(step) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func encode(_ light: Double) -> UInt8 {
    let light = min(max(light, 0), 1)
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((min(max(value, 0), 1) * 255).rounded())
  }
}

/// Colours among which the nearest one is searched, with coordinates computed once.
struct PerceptualSet<Value: Sendable>: Sendable {
  private let entries: [(place: OKLab, value: Value)]
  private let place: @Sendable (CalendarColor) -> OKLab

  /// - Parameter place: The coordinates between which distances are measured, OKLab's own if not given.
  init(
    _ entries: [(CalendarColor, Value)], place: @escaping @Sendable (CalendarColor) -> OKLab = { OKLab($0) }
  ) {
    self.place = place
    self.entries = entries.map { (place($0), $1) }
  }

  /// The value of the nearest colour, the first one of equally near ones; nil only if there are none.
  func nearest(to color: CalendarColor) -> Value? {
    let target = place(color)
    var least = Double.infinity
    var best: Int?
    for index in entries.indices {
      let distance = entries[index].place.squaredDistance(to: target)
      if distance < least { (least, best) = (distance, index) }
    }
    return best.map { entries[$0].value }
  }
}
