import { describe, expect, test } from 'vitest'
import { findOwnFile } from './own-file.ts'

const id = 'file-1770000000000-0000abcdef'

describe('findOwnFile', () => {
  test('knows the files of this service, under any prefix', () => {
    expect(findOwnFile(`/api/files/${id}.png`)).toEqual({
      name: `${id}.png`,
      isImage: true,
      isPrivate: false,
    })
    expect(findOwnFile(`/files/${id}-private.jpg`)).toMatchObject({ isImage: true, isPrivate: true })
    expect(findOwnFile(`/v1/gigs/files/${id}.pdf`)).toMatchObject({ isImage: false })
  })

  test.each([
    undefined,
    '',
    'x.png',
    '/api/files/x.png',
    `//evil.example/files/${id}.png`,
    `/\\evil.example/files/${id}.png`,
    `https://evil.example/files/${id}.png`,
    `/api/files/${id}.svg`,
    `/api/files/${id}.png?x`,
    `/api/../files/${id}.png#x`,
    `javascript:/files/${id}.png`,
  ])("takes %j for somebody else's", url => {
    expect(findOwnFile(url)).toBeNull()
  })
})
