import AlmanacTraining
import Testing

@Suite("Loads")
struct LoadTests {
  @Test("Steps of 1.25 kg and 2.5 lb return to their start")
  func exact() {
    var load = Load.kilograms(42.5)
    for _ in 0..<1000 { load = load + .kilograms(1.25) }
    #expect(load == .kilograms(1292.5) && load.description == "1292.5 kg")
    for _ in 0..<1000 { load = load - .kilograms(1.25) }
    #expect(load == .kilograms(42.5) && load.kilograms == 42.5)
    // 45 lb are 20.41165665 kg: the pound is 0.45359237 kg by the treaty of 1959.
    #expect(Load.pounds(45).milligrams == 20_411_657)
    #expect(abs(Load.pounds(45).pounds - 45) < 0.000_01)
  }

  @Test("A number that is not a load is refused by a set, and nothing overflows")
  func extremes() {
    #expect(Load.kilograms(.nan) == Load(milligrams: .max))
    #expect(Load.kilograms(-.infinity) == Load(milligrams: .min))
    #expect(Load(milligrams: .max) + .kilograms(1) == Load(milligrams: .max))
    #expect(Load(milligrams: .min) - .kilograms(1) == Load(milligrams: .min))
    #expect(Load(milligrams: .max) * -2 == Load(milligrams: .min))
    #expect(Load(milligrams: -1_500_000).description == "-1.5 kg" && Load.none.description == "0 kg")
    #expect(Load(milligrams: .min).description == "-9223372036854.775808 kg")
  }
}
