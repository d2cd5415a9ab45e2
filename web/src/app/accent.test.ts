import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accentOf, contrast, toRgb } from './accent.ts'

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

describe.each([
  ['light', ['#f8f4ea', '#fffdf7']],
  ['dark', ['#16130d', '#1f1b13']],
] as const)('in the %s theme', (theme, grounds) => {
  test('whatever accent a community has, words in it and on it can be read', () => {
    fc.assert(
      fc.property(color, given => {
        const { main, on, soft } = accentOf(given, theme)
        for (const ground of [...grounds, on, soft])
          expect(contrast(toRgb(main), toRgb(ground))).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('an accent that can be read is taken as it is', () => {
  expect(accentOf('#1d4ed8', 'light').main).toBe('#1d4ed8')
  expect(accentOf('#93c5fd', 'dark').main).toBe('#93c5fd')
})
