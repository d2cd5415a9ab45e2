import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Client } from './http.ts'
import { furrowDoor, measureSignIn } from './sign-in.ts'

export type Person = { readonly account: PrivateKeyAccount; readonly token: string }

/** So many that no single row of theirs becomes the bottleneck. */
const many = 512

function createAccounts(): PrivateKeyAccount[] {
  return Array.from({ length: many }, () => privateKeyToAccount(generatePrivateKey()))
}

export async function gather(client: Client): Promise<Person[]> {
  const accounts = createAccounts()
  const people: Person[] = []
  while (people.length < many) {
    const some = accounts.slice(people.length)
    const { done } = await measureSignIn(furrowDoor(client), some, 1, 60)
    people.push(...done.map((token, index) => ({ account: some[index] as PrivateKeyAccount, token })))
  }
  return people
}

export function personAt(people: readonly Person[], index: number): Person {
  return people[index % people.length] as Person
}
