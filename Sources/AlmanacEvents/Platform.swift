// The one file of this target that sees the C library: the functions that the standard library lacks.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

func cubeRoot(_ value: Double) -> Double { cbrt(value) }

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The length of the vector (x, y) and its direction in degrees, 0 ..< 360.
func polar(x: Double, y: Double) -> (radius: Double, degrees: Double) {
  let degrees = atan2(y, x) * 180 / .pi
  return (hypot(x, y), degrees < 0 ? degrees + 360 : degrees)
}

func cartesian(radius: Double, degrees: Double) -> (x: Double, y: Double) {
  let angle = degrees * .pi / 180
  return (radius * cos(angle), radius * sin(angle))
}
