/// How many days finished things are kept (`[retention]`); nil: for ever.
package struct RetentionConfiguration: Sendable, Equatable {
    package let actionsDays: Int?
    package let deliveriesDays: Int?
    package let prunesDays: Int?
}
