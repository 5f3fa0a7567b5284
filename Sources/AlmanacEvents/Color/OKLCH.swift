/// A colour as lightness, chroma and hue, in the polar form of OKLab: what is said of colours here is said in
/// these.
///
/// See CSS Color Module Level 4 §9.4.
public struct OKLCH: Sendable, Hashable {
  /// 0 (black) … 1 (white).
  public var lightness: Double
  /// 0 (grey) … about 0.32, the strongest that sRGB can show.
  public var chroma: Double
  /// In degrees, 0 ..< 360: about 29 red, 110 yellow, 142 green, 264 blue. Of no meaning where the chroma is
  /// 0.
  public var hue: Double

  public init(lightness: Double, chroma: Double, hue: Double) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
  }

  init(_ lab: OKLab) {
    let (chroma, hue) = polar(x: lab.a, y: lab.b)
    self.init(lightness: lab.lightness, chroma: chroma, hue: hue)
  }

  var lab: OKLab {
    let (a, b) = cartesian(radius: chroma, degrees: hue)
    return OKLab(lightness: lightness, a: a, b: b)
  }
}

extension CalendarColor {
  /// The colour's lightness, chroma and hue.
  public var oklch: OKLCH { OKLCH(OKLab(self)) }

  /// The colour with this lightness and hue and this chroma, or the strongest chroma below it that sRGB can
  /// show.
  ///
  /// Numbers that are not finite count as 0; a lightness outside 0 … 1 as its nearer end.
  public init(_ oklch: OKLCH) {
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

  /// How far apart two colours look: the distance in OKLab, 0 for the same, 1 from black to white.
  ///
  /// About 0.02 is the least difference that is seen side by side.
  public func distance(to other: CalendarColor) -> Double {
    OKLab(self).squaredDistance(to: OKLab(other)).squareRoot()
  }
}
