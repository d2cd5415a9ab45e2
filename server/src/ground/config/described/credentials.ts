import type { Subject } from './subject.ts'

export const credentials: Subject = {
  title: 'Credentials',
  settings: [
    {
      names: ['CREDENTIALS'],
      words:
        '`off`: farmers cannot take credentials for paid and proved work along, and those that they took cannot be checked',
      usual: { CREDENTIALS: 'on' },
    },
    {
      names: ['CREDENTIAL_KEY'],
      words:
        'The RSA key that signs credentials, in PKCS #8 (PEM, or its base64 in one line). Where another one follows it, its public part stays in the DID document: see `npm run credential-keys`',
      unset: { CREDENTIAL_KEY: 'made once' },
    },
    {
      names: ['EAS_SIGNER_KEY'],
      words:
        'A private key (`0x...`) that signs attestations for the Ethereum Attestation Service. They go to no chain and cost no gas, so its address needs no coin',
      unset: { EAS_SIGNER_KEY: 'no attestations' },
    },
    {
      names: ['EAS_CONTRACT'],
      words:
        'The EAS contract that the attestations name, with the version of its EIP-712 domain: `<chain>=<address>@<version>`',
    },
  ],
}
