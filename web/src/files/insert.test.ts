import { describe, expect, test } from 'vitest'
import { insert, toMarkdown } from './insert.ts'

describe('a file in a text', () => {
  test('is an image that is shown, or a link, whatever it is called', () => {
    expect(toMarkdown('gate.png', { url: '/a', type: 'image/png' })).toBe('![gate.png](/a)')
    expect(toMarkdown('x](javascript:a) [y.pdf', { url: '/a', type: 'application/pdf' })).toBe(
      '[x (javascript:a)  y.pdf](/a)',
    )
    expect(toMarkdown('`_`', { url: '/a', type: 'text/plain' })).toBe('[file](/a)')
  })

  test('stands in a line of its own, where the cursor was', () => {
    expect(insert('', 0, 'x')).toEqual({ text: 'x\n', cursor: 2 })
    expect(insert('ab', 1, 'x')).toEqual({ text: 'a\nx\nb', cursor: 4 })
    expect(insert('a\n\nb', 2, 'x')).toEqual({ text: 'a\nx\nb', cursor: 3 })
    expect(insert('a', 1, 'x')).toEqual({ text: 'a\nx\n', cursor: 4 })
  })
})
