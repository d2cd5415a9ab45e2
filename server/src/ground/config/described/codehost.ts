import type { Subject } from './subject.ts'

export const codehost: Subject = {
  title: 'The code host',
  settings: [
    {
      names: ['CODEHOST_KIND', 'CODEHOST_URL', 'CODEHOST_API_URL'],
      words: '`github` (also Enterprise), `gitea` (also Forgejo) or `gitlab`',
      usual: { CODEHOST_KIND: 'github' },
      unset: { CODEHOST_URL: 'the one of its kind', CODEHOST_API_URL: 'by `CODEHOST_URL`' },
    },
    {
      names: ['CODEHOST_CLIENT_ID', 'CODEHOST_CLIENT_SECRET', 'CODEHOST_SCOPE'],
      words:
        'The OAuth application that links accounts; its callback is `/codehost/callback` of the web client. Without them, the one of the GitHub App that `/setup` connected',
      unset: { CODEHOST_SCOPE: 'by its kind' },
    },
    {
      names: ['CODEHOST_TOKEN'],
      words:
        'Reads pull requests. On GitHub set one, or connect an app at `/setup`: without it, only their words say what they close, and those can be edited later',
    },
    {
      names: ['CODEHOST_WEBHOOK_SECRET'],
      words:
        'The secret of the webhooks that call `/codehost/webhook`; that of the GitHub App that `/setup` connected is good beside it',
    },
    {
      names: ['CODEHOST_BOT', 'CODEHOST_BOT_LABEL'],
      words:
        'Whether it reads `/bounty` in issues, says there where a quest stands, and on pull requests whom they pay; the label of issues whose quest is live. [The code host](operators.md#the-code-host) says what `CODEHOST_TOKEN` may then do',
    },
    {
      names: ['CODEHOST_OIDC_AUDIENCE'],
      words: 'Whom the OIDC tokens of CI jobs must be made for',
      usual: { CODEHOST_OIDC_AUDIENCE: 'furrow' },
    },
    {
      names: ['CODEHOST_LOOKUPS_A_MINUTE'],
      words:
        'Unsigned merge hints that are looked up in a minute, of one network and for one repository, in each process; `0` for no limit',
    },
    {
      names: ['CODEHOST_RESERVE_PERCENT'],
      words: "The share of the code host's quota that unsigned hints leave to due work and signed ones",
    },
  ],
}
