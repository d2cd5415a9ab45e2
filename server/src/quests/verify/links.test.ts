import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BadRequestError } from '../../ground/errors.ts'
import * as links from './links.ts'

const readRepo = (text: string, field?: string) => links.readRepo(text, null, field)
const readIssueLink = (repo?: string, issue?: string) => links.readIssueLink(repo, issue, null)

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.'
const segment = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 20 })
  // GitLab writes `/-/` between a project and its issues, so no project is named so there.
  .filter(text => !/^(\.{1,2}|-)$/.test(text) && !/\.git$/i.test(text))
const repo = fc.array(segment, { minLength: 2, maxLength: 4 }).map(parts => parts.join('/'))
const host = fc.constantFrom('https://github.com', 'http://localhost:3000', 'https://git.example.org:8443')
const issueNumber = fc.integer({ min: 1, max: 999_999_999_999_999 })

describe('readRepo', () => {
  test('reads a full name and every form of its URL as the same repository, without case', () => {
    fc.assert(
      fc.property(repo, host, fc.constantFrom('', '/', '.git', '.git/'), (name, origin, end) => {
        expect(readRepo(name)).toBe(name.toLowerCase())
        expect(readRepo(name.toUpperCase())).toBe(name.toLowerCase())
        expect(readRepo(`${origin}/${name}${end}`)).toBe(name.toLowerCase())
      }),
      { numRuns: 500 },
    )
  })

  test('what it reads it reads again as the same', () => {
    fc.assert(
      fc.property(repo, name => {
        expect(readRepo(readRepo(name))).toBe(readRepo(name))
      }),
    )
  })

  test('whatever it is given, it answers with a plain name or refuses', () => {
    const nasty = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom('a', '/', '.', '..', '%', '?', '#', ':', '@', ' ', '\n', '\\'),
        maxLength: 30,
      }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    )
    fc.assert(
      fc.property(nasty, text => {
        try {
          const name = readRepo(text)
          expect(name).toMatch(/^[a-z0-9_.-]+(\/[a-z0-9_.-]+)+$/)
          expect(name.split('/')).not.toContain('..')
          expect(name.split('/')).not.toContain('.')
        } catch (error) {
          expect(error).toBeInstanceOf(BadRequestError)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  test.each([
    '',
    'owner',
    'owner/',
    '/name',
    'owner//name',
    'owner/../name',
    '../owner/name',
    'owner/..',
    'owner/.',
    'owner/name/',
    'owner/na me',
    'owner/name\n',
    'owner/name?x=1',
    'owner/name#1',
    'owner/name%2f..',
    'owner\\name',
    "owner/name'; drop table quests--",
    'owner/näme',
    'https://github.com',
    'https://github.com/owner',
    'https://github.com/owner/name?tab=code',
    'https://github.com/owner/name#readme',
    'https://github.com/owner/na%2fme',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ssh://git@github.com/owner/name',
    'git@github.com:owner/name',
    `owner/${'n'.repeat(101)}`,
  ])('refuses %j', text => {
    expect(() => readRepo(text)).toThrow(BadRequestError)
  })

  test('names the field that is wrong', () => {
    expect(() => readRepo('x', 'repo')).toThrow(/^repo must/)
  })
})

describe('readIssueLink', () => {
  test('reads the same issue from each of its forms', () => {
    fc.assert(
      fc.property(repo, host, issueNumber, (name, origin, number) => {
        const link = { repoKey: name.toLowerCase(), issueNumber: number }
        for (const form of [
          `${number}`,
          `#${number}`,
          `${name}#${number}`,
          `${name.toUpperCase()}#${number}`,
          `${origin}/${name}/issues/${number}`,
          `${origin}/${name}/issues/${number}/`,
          `${origin}/${name}/-/issues/${number}`,
        ])
          expect(readIssueLink(name, form)).toEqual(link)
        expect(readIssueLink(undefined, `${name}#${number}`)).toEqual(link)
        expect(readIssueLink(undefined, `${origin}/${name}/issues/${number}`)).toEqual(link)
      }),
      { numRuns: 300 },
    )
  })

  test('neither, or the repository alone', () => {
    expect(readIssueLink(undefined, undefined)).toEqual({ repoKey: null, issueNumber: null })
    expect(readIssueLink('Farm/Gate', undefined)).toEqual({ repoKey: 'farm/gate', issueNumber: null })
  })

  test.each([
    '',
    '0',
    '#0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    ' 7',
    '7 ',
    '7\n',
    '##7',
    '#',
    '１２',
    '1234567890123456',
    'farm/gate#',
    'farm/gate#seven',
    'farm/barn#7',
    'farm/../gate#7',
    "7'; drop table quests--",
    'https://github.com/farm/gate/pull/7',
    'https://github.com/farm/gate/issues/7?x=1',
    'https://github.com/farm/gate/issues/7#comment',
    'https://github.com/farm/gate/issues/new',
    'https://github.com/farm/barn/issues/7',
    'https://github.com/issues/7',
    'javascript:alert(7)',
  ])('refuses the issue %j of farm/gate', issue => {
    expect(() => readIssueLink('farm/gate', issue)).toThrow(BadRequestError)
  })

  test('a bare number needs a repository beside it', () => {
    expect(() => readIssueLink(undefined, '7')).toThrow(/codehostRepo/)
  })
})

describe('with a code host', () => {
  test.each(['https://git.example.org', 'https://example.org/git', 'http://localhost:3000/'])(
    'a link to %s is read, and one to another place refused',
    home => {
      const base = home.replace(/\/$/, '')
      expect(links.readRepo(`${base}/Farm/Gate.git`, home)).toBe('farm/gate')
      expect(links.readRepo('farm/gate', home)).toBe('farm/gate')
      const link = { repoKey: 'farm/gate', issueNumber: 7 }
      expect(links.readIssueLink('farm/gate', `${base}/farm/gate/issues/7`, home)).toEqual(link)
      for (const other of [
        'https://github.com/farm/gate',
        'https://git.example.org.evil.example/farm/gate',
        'https://git.example.org@evil.example/farm/gate',
        'https://git.example.org:8443/farm/gate',
        'https://example.org/gitfarm/gate/x',
      ]) {
        expect(() => links.readRepo(other, home), other).toThrow(BadRequestError)
        expect(() => links.readIssueLink(undefined, `${other}/issues/7`, home)).toThrow(BadRequestError)
      }
    },
  )
})
