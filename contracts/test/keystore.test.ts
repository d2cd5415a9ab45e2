import { createCipheriv, scryptSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { readDeployConfig } from '../scripts/deploy-config.ts'
import { openKeystore } from '../scripts/keystore.ts'

/** The test vector of Web3 Secret Storage. */
const secret = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const password = 'testpassword'
const pbkdf2 = {
  cipher: 'aes-128-ctr',
  cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
  ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
  kdf: 'pbkdf2',
  kdfparams: {
    c: 262144,
    dklen: 32,
    prf: 'hmac-sha256',
    salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
  },
  mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
}
/** As Foundry writes it. */
function sealByScrypt() {
  const [salt, iv] = [Buffer.alloc(32, 1), Buffer.alloc(16, 2)]
  const derived = scryptSync(password, salt, 32, { N: 8_192, r: 8, p: 1 })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const sealed = Buffer.concat([cipher.update(Buffer.from(secret.slice(2), 'hex')), cipher.final()])
  return {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: iv.toString('hex') },
    ciphertext: sealed.toString('hex'),
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 8_192, p: 1, r: 8, salt: salt.toString('hex') },
    mac: keccak256(Buffer.concat([derived.subarray(16), sealed])).slice(2),
  }
}
const fileOf = (crypto: object) => JSON.stringify({ crypto, id: '3198bc9c', version: 3 })

describe('a keystore', () => {
  test.each([
    ['pbkdf2', pbkdf2],
    ['scrypt', sealByScrypt()],
  ])('gives its key, derived by %s', (_how, crypto) => {
    expect(openKeystore(fileOf(crypto), password)).toBe(secret)
  })

  test.each([
    ['another password', fileOf(pbkdf2), 'other', /password is not/],
    ['another file', '{"key":"abababab"}', password, /no keystore/],
    ['no JSON', 'abababab', password, /no keystore/],
    ['an unknown derivation', fileOf({ ...pbkdf2, kdf: 'argon2' }), password, /derived/],
  ])('is refused with %s, and nothing of it is repeated', (_what, json, given, sentence) => {
    expect(() => openKeystore(json, given)).toThrow(sentence)
    expect(() => openKeystore(json, given)).not.toThrow(/abababab/)
  })
})

describe('the deployer of a deployment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-keystore-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const [keystore, words] = [join(folder, 'deployer.json'), join(folder, 'password')]
  writeFileSync(keystore, fileOf(pbkdf2))
  writeFileSync(words, `${password}\n`)
  const settings = {
    RPC_URLS: '31337=http://127.0.0.1:8545',
    ESCROW_CHAIN_ID: '31337',
    ESCROW_OPERATOR: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ESCROW_ARBITER: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ESCROW_DEPLOYER_KEYSTORE: keystore,
    ESCROW_DEPLOYER_PASSWORD_FILE: words,
  }

  test('is read from a keystore and a file with its password', () => {
    expect(readDeployConfig(settings)).toMatchObject({
      config: { deployer: { address: privateKeyToAddress(secret) } },
    })
  })

  test.each([
    [
      { ESCROW_DEPLOYER_PASSWORD_FILE: join(folder, 'none') },
      /^ESCROW_DEPLOYER_PASSWORD_FILE cannot be read/,
    ],
    [{ ESCROW_DEPLOYER_KEYSTORE: join(folder, 'none') }, /^ESCROW_DEPLOYER_KEYSTORE cannot be read/],
    [{ ESCROW_DEPLOYER_PASSWORD_FILE: keystore }, /^ESCROW_DEPLOYER_KEYSTORE cannot be opened: the password/],
    [{ ESCROW_DEPLOYER_KEY: secret }, /^ESCROW_DEPLOYER_KEYSTORE and ESCROW_DEPLOYER_KEY are set together/],
  ])('is refused with %o', (change, sentence) => {
    expect(readDeployConfig({ ...settings, ...change })).toEqual({
      problems: [expect.stringMatching(sentence)],
    })
  })
})
