import { expect, test } from 'vitest'
import { shownName } from './shown-name.ts'

test.each([
  [
    { name: 'ada.eth', nameVerified: true, displayName: 'Ada' },
    { name: 'ada.eth', kind: 'proved' },
  ],
  [
    { name: '@ada', nameVerified: true },
    { name: '@ada', kind: 'proved' },
  ],
  [
    { name: 'ada.eth', nameVerified: false, displayName: 'Ada' },
    { name: 'Ada', kind: 'chosen' },
  ],
  [
    { name: null, nameVerified: false, displayName: 'Ada' },
    { name: 'Ada', kind: 'chosen' },
  ],
  [
    { name: 'ada.eth', nameVerified: false },
    { name: 'ada.eth', kind: 'claimed' },
  ],
  [{ name: null, nameVerified: false }, null],
  [undefined, null],
] as const)('%j is called %j', (card, expected) => expect(shownName(card)).toEqual(expected))
