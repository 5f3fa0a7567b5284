public import AlmanacTime

/// A weight to train with, or a difference between two of them: a whole number of milligrams.
///
/// Plates of 1.25 kg and of 2.5 lb are whole milligrams, so sums of steps are not rounded.
///
/// ```swift
/// let bar = Load.kilograms(20)
/// let loaded = bar + .kilograms(2.5) * 4       // 30 kg
/// loaded.kilograms                             // 30.0
/// ```
public struct Load: Sendable, Hashable {
  /// The weight in milligrams; a difference may be negative.
  public var milligrams: Int64

  /// Creates a load of any number of milligrams. Sets accept 0 to 10 000 kg.
  public init(milligrams: Int64) {
    self.milligrams = milligrams
  }

  /// No weight: 0 kg.
  public static let none = Load(milligrams: 0)

  /// A load in kilograms, to the nearest milligram. NaN and values out of range become a load that no set accepts.
  public static func kilograms(_ amount: Double) -> Load {
    Load(rounding: amount * 1_000_000)
  }

  /// A load in pounds of 0.45359237 kg, to the nearest milligram. NaN and values out of range become a load that no set
  /// accepts.
  public static func pounds(_ amount: Double) -> Load {
    Load(rounding: amount * 453_592.37)
  }

  private init(rounding amount: Double) {
    let rounded = amount.rounded()
    milligrams = Int64(exactly: rounded) ?? (rounded < 0 ? Int64.min : Int64.max)
  }

  /// The weight in kilograms, not rounded.
  public var kilograms: Double { Double(milligrams) / 1_000_000 }
  /// The weight in pounds of 0.45359237 kg, not rounded.
  public var pounds: Double { Double(milligrams) / 453_592.37 }
}

/// Sums and products that would overflow give the largest or the smallest load.
extension Load {
  /// Returns the sum of two loads; one that would overflow is the largest or the smallest load.
  public static func + (lhs: Load, rhs: Load) -> Load {
    Load(milligrams: lhs.milligrams.saturatingAdd(rhs.milligrams))
  }

  /// Returns the difference of two loads, negative where the second one is heavier.
  public static func - (lhs: Load, rhs: Load) -> Load {
    let (difference, overflow) = lhs.milligrams.subtractingReportingOverflow(rhs.milligrams)
    return Load(milligrams: overflow ? (rhs.milligrams < 0 ? Int64.max : Int64.min) : difference)
  }

  /// Returns the product of a load and a number, such as the volume of a set.
  public static func * (load: Load, count: Int) -> Load {
    let (product, overflow) = load.milligrams.multipliedReportingOverflow(by: Int64(count))
    return Load(
      milligrams: overflow ? ((load.milligrams < 0) != (count < 0) ? Int64.min : Int64.max) : product)
  }
}

extension Load: Comparable {
  public static func < (lhs: Load, rhs: Load) -> Bool { lhs.milligrams < rhs.milligrams }
}

extension Load: Codable {
  /// Reads a number of milligrams.
  public init(from decoder: any Decoder) throws {
    milligrams = try Int64(from: decoder)
  }

  /// Writes the number of milligrams.
  public func encode(to encoder: any Encoder) throws { try milligrams.encode(to: encoder) }
}

extension Load: CustomStringConvertible {
  /// The weight in kilograms, as `42.5 kg`.
  public var description: String {
    let sign = milligrams < 0 ? "-" : ""
    let (whole, rest) = milligrams.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest != 0 else { return "\(sign)\(whole) kg" }
    let decimals = "\(1_000_000 + rest)".dropFirst()
    let end = decimals.lastIndex { $0 != "0" } ?? decimals.startIndex
    return "\(sign)\(whole).\(decimals[...end]) kg"
  }

  /// The weight in kilograms with the digits and the decimal separator of a locale, as `42,5 kg`.
  public func description(in localization: Localization) -> String { localization.number(description) }
}
