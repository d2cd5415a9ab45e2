import type { Subject } from './subject.ts'

export const community: Subject = {
  title: 'The community',
  settings: [
    {
      names: ['COMMUNITY_NAME', 'COMMUNITY_LOGO', 'COMMUNITY_ACCENT'],
      words:
        'The name of the community, the https address of its logo (an SVG too; it is fetched and shown by the service), and its colour (`#1d4ed8`), as the pages show them; the colour is made darker or lighter where words in it could not be read',
      unset: { COMMUNITY_NAME: "Furrow's", COMMUNITY_LOGO: "Furrow's", COMMUNITY_ACCENT: "Furrow's" },
    },
    {
      names: ['COMMUNITY_TEXT'],
      words:
        'The purpose of this place, in one line of at most 200 characters: the heading of the first page, and the description of its links',
      unset: { COMMUNITY_TEXT: 'a sentence about quests' },
    },
    {
      names: ['PUBLIC_URL'],
      words:
        'Where people reach it: what links in notifications and feeds begin with; `https://` and the first domain where it is not set',
      unset: { PUBLIC_URL: 'by `SIWE_DOMAINS`' },
    },
    {
      names: ['SIWE_DOMAINS'],
      words: 'Domains whose sign-in messages are accepted, by commas',
      unset: { SIWE_DOMAINS: 'any' },
    },
    {
      names: ['PLATFORM_WALLET'],
      words:
        "May broadcast, decides disputes, and moderates; names other moderators. A smart wallet's chain belongs to it: `0x...@8453`",
      unset: { PLATFORM_WALLET: 'nobody' },
    },
    {
      names: ['GENESIS_CREATOR'],
      words: 'Edits the community DAO. `0x...@8453`, as above',
      unset: { GENESIS_CREATOR: 'nobody' },
    },
    {
      names: ['WALLET_CHAINS'],
      words: 'Smart wallets whose chain you know better than the service, by commas: `0x...@8453`',
    },
    { names: ['BETA_CODES'], words: 'Codes that `POST /auth/beta` accepts, by commas' },
    {
      names: ['SECURITY_CONTACT'],
      words:
        '`mailto:security@example.org` or an https address: `/.well-known/security.txt` names it (RFC 9116)',
    },
    {
      names: ['SEARCH_ENGINES'],
      words:
        '`off`: `/robots.txt` asks search engines, and some of the programs that show links, to stay away; no `/sitemap.xml`',
      usual: { SEARCH_ENGINES: 'on' },
    },
    {
      names: ['JOB_POSTINGS'],
      words:
        '`on`: the page of a quest that takes farmers describes it for search engines and boards of jobs (schema.org’s `JobPosting`). It is advertised as a job then: ask what the law of your country says of that',
      usual: { JOB_POSTINGS: 'off' },
    },
    {
      names: ['PICTURES'],
      words:
        '`off`: no photo that a profile names is fetched or shown, and browsers fetch `COMMUNITY_LOGO` from its own host, which the policy of the pages then allows. `on` needs the service to reach the internet on port 443',
      usual: { PICTURES: 'on' },
    },
  ],
}
