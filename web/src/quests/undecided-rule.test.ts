import { expect, test } from 'vitest'
import { undecidedRule } from './undecided-rule.ts'

test('a rule is said by its code, and by the service’s own words where it tells none that is known here', () => {
  const otherwise = 'A sentence of the service.'
  expect(undecidedRule({ otherwise, rule: 'merged-else-refund' })).toMatch(
    /^A merged pull request .* refunded\. Other work is refunded\.$/,
  )
  expect(undecidedRule({ otherwise })).toBe(otherwise)
  expect(undecidedRule({ otherwise, rule: 'drawn-by-lot' as never })).toBe(otherwise)
})
