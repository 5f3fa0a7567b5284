import AlmanacTime
import Foundation

extension CivilDate {
  /// Dates written as `20140131,20150219`.
  static func list(_ digits: String) throws -> [CivilDate] {
    try digits.split(separator: ",").map { try CivilDate(String($0)) }
  }
}

extension Sequence<CivilDateTime> {
  var dates: [CivilDate] { map(\.date) }
}
