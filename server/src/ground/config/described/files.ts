import type { Subject } from './subject.ts'

export const files: Subject = {
  title: 'Files and backups',
  settings: [
    {
      names: ['BACKUP_HOURS', 'BACKUP_DIR'],
      words: 'A backup every so many hours, and where; old ones are thinned. `0` for none',
      unset: { BACKUP_DIR: '`backups` in `DATA_DIR`' },
    },
    {
      names: ['BACKUP_AGE_RECIPIENTS'],
      words:
        'The public keys of age (`age1...`) that backups are encrypted for; `npm run backup -- --new-key <file>` makes one. Unset: they are in clear',
    },
    {
      names: ['FILES_S3_URL', 'FILES_S3_REGION', 'FILES_S3_KEY_ID', 'FILES_S3_KEY_SECRET'],
      words:
        "A bucket that speaks S3 (`https://s3.example.org/<bucket>`), for people's files; without it they are in `DATA_DIR`, which processes on several machines would have to share",
      usual: { FILES_S3_REGION: 'us-east-1' },
    },
    {
      names: ['FILES_SCAN'],
      words:
        "ClamAV's `clamd`, which looks through each upload before it is kept: `clamd://host:port`, or `clamd:///path/to/socket`. An infected file is 400; while clamd is away, or takes more than 5 seconds, uploads are 503. Its `StreamMaxLength` must be 6 MB at least (25 MB is its default)",
    },
  ],
}
