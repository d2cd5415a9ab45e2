import type { Language } from '@furrow/sdk/contract'
import { type Address, checksum } from '../../../ground/address.ts'
import {
  englishFaults,
  type MergeFault,
  type MergeFaultWords,
  type PaymentFault,
  type PaymentFaultWords,
  sayFault,
} from '../../../rules/lifecycle/fault.ts'
import { momentsIn } from './moments.ts'

type FaultWords = { readonly merge: MergeFaultWords; readonly payment: PaymentFaultWords }

const moment = { de: momentsIn('de'), es: momentsIn('es'), fr: momentsIn('fr') }

const german: FaultWords = {
  merge: {
    'pull-request-gone': ({ pullRequest, repository }) =>
      `Pull Request ${pullRequest} von ${repository} ist weg oder darf nicht mehr gelesen werden.`,
    'other-repository': ({ repository }) =>
      `${repository} ist ein anderes Repository als das, in dem die Arbeit gemergt wurde.`,
    'pull-request-changed': ({ pullRequest }) =>
      `Pull Request ${pullRequest} ist nicht mehr, was er war, als er die Arbeit nachwies.`,
    'other-merge': ({ pullRequest }) =>
      `Pull Request ${pullRequest} hat einen anderen Merge-Commit als zu der Zeit, als er die Arbeit nachwies.`,
    'issue-reopened': ({ pullRequest, issue }) =>
      `Issue ${issue} wurde wieder geöffnet, nachdem Pull Request ${pullRequest} es geschlossen hatte.`,
    reverted: ({ pullRequest }) => `Der Merge von Pull Request ${pullRequest} wurde rückgängig gemacht.`,
    'code-host-silent': () => 'Der Code-Host konnte nicht gefragt werden, ob der Merge noch besteht.',
  },
  payment: {
    failed: () => 'Sie ist auf der Chain fehlgeschlagen und hat nichts übertragen.',
    untraced: ({ chainId, token }) =>
      `Der Knoten der Chain ${chainId} kann nicht sagen, wie viel ${token} die Aufrufe darin übertragen haben. Zahlen Sie direkt von einer Wallet, oder bitten Sie den Betreiber um einen Knoten, der Transaktionen nachvollzieht (debug_traceTransaction).`,
    'nothing-moved': ({ token }, farmer) => `Sie überträgt kein ${token} an ${checksum(farmer)}.`,
    'too-early': ({ minedAt }) =>
      `Sie ist vom ${moment.de(minedAt)}, aus der Zeit, bevor der Platz genommen wurde.`,
    'too-little': ({ moved, elsewhere, released, token }) =>
      `Sie überträgt ${moved} ${token}${elsewhere === null ? '' : `, davon sind ${elsewhere} ${token} für andere Arbeit dieses Farmers gezeigt`}; freigegeben wurden ${released} ${token}.`,
    unconfirmed: () => 'Sie hat ihre Bestätigungen nicht innerhalb eines Tages bekommen.',
  },
}

const spanish: FaultWords = {
  merge: {
    'pull-request-gone': ({ pullRequest, repository }) =>
      `La pull request ${pullRequest} de ${repository} ha desaparecido o ya no se puede leer.`,
    'other-repository': ({ repository }) =>
      `${repository} es otro repositorio que aquel en que se fusionó el trabajo.`,
    'pull-request-changed': ({ pullRequest }) =>
      `La pull request ${pullRequest} ya no es lo que era cuando demostró el trabajo.`,
    'other-merge': ({ pullRequest }) =>
      `La pull request ${pullRequest} tiene otro commit de fusión que cuando demostró el trabajo.`,
    'issue-reopened': ({ pullRequest, issue }) =>
      `La incidencia ${issue} se volvió a abrir después de que la pull request ${pullRequest} la cerrara.`,
    reverted: ({ pullRequest }) => `La fusión de la pull request ${pullRequest} se revirtió.`,
    'code-host-silent': () => 'No se pudo preguntar al alojamiento de código si la fusión sigue en pie.',
  },
  payment: {
    failed: () => 'falló en la cadena y no movió nada.',
    untraced: ({ chainId, token }) =>
      `el nodo de la cadena ${chainId} no puede decir cuánto ${token} movieron las llamadas que contiene. Pague directamente desde un monedero, o pida al operador un nodo que rastree transacciones (debug_traceTransaction).`,
    'nothing-moved': ({ token }, farmer) => `no mueve ${token} a ${checksum(farmer)}.`,
    'too-early': ({ minedAt }) => `es del ${moment.es(minedAt)}, antes de que se ocupara la plaza.`,
    'too-little': ({ moved, elsewhere, released, token }) =>
      `mueve ${moved} ${token}${elsewhere === null ? '' : `, de los que ${elsewhere} ${token} se muestran por otro trabajo de este farmer`}, y se liberaron ${released} ${token}.`,
    unconfirmed: () => 'no recibió sus confirmaciones en un día.',
  },
}

const french: FaultWords = {
  merge: {
    'pull-request-gone': ({ pullRequest, repository }) =>
      `La pull request ${pullRequest} de ${repository} a disparu, ou ne peut plus être lue.`,
    'other-repository': ({ repository }) =>
      `${repository} est un autre dépôt que celui où le travail a été fusionné.`,
    'pull-request-changed': ({ pullRequest }) =>
      `La pull request ${pullRequest} n’est plus ce qu’elle était quand elle prouvait le travail.`,
    'other-merge': ({ pullRequest }) =>
      `La pull request ${pullRequest} a un autre commit de fusion que quand elle prouvait le travail.`,
    'issue-reopened': ({ pullRequest, issue }) =>
      `Le ticket ${issue} a été rouvert après que la pull request ${pullRequest} l’avait fermé.`,
    reverted: ({ pullRequest }) => `La fusion de la pull request ${pullRequest} a été annulée.`,
    'code-host-silent': () =>
      'Il n’a pas été possible de demander à l’hébergeur de code si la fusion tient toujours.',
  },
  payment: {
    failed: () => 'elle a échoué sur la chaîne et n’a rien déplacé.',
    untraced: ({ chainId, token }) =>
      `le nœud de la chaîne ${chainId} ne peut pas dire combien de ${token} les appels qu’elle contient ont déplacé. Payez directement depuis un portefeuille, ou demandez à l’opérateur un nœud qui trace les transactions (debug_traceTransaction).`,
    'nothing-moved': ({ token }, farmer) => `elle ne transfère pas de ${token} à ${checksum(farmer)}.`,
    'too-early': ({ minedAt }) => `elle date du ${moment.fr(minedAt)}, avant que la place soit prise.`,
    'too-little': ({ moved, elsewhere, released, token }) =>
      `elle transfère ${moved} ${token}${elsewhere === null ? '' : `, dont ${elsewhere} ${token} sont montrés pour un autre travail de ce farmer`}, et ${released} ${token} ont été libérés.`,
    unconfirmed: () => 'elle n’a pas reçu ses confirmations en un jour.',
  },
}

const words: Readonly<Record<Language, FaultWords>> = {
  en: englishFaults,
  de: german,
  es: spanish,
  fr: french,
}

type Doubted = { readonly farmer: Address; readonly reason: string; readonly fault: MergeFault | null }

export function doubtIn(language: Language, { farmer, reason, fault }: Doubted): string {
  return fault === null ? reason : sayFault<MergeFault>(words[language].merge, fault, farmer)
}

type Refused = { readonly farmer: Address; readonly problem: string; readonly fault: PaymentFault | null }

/** As `problem` says it in English: half a sentence, or a sentence, after a colon. */
export function problemIn(language: Language, { farmer, problem, fault }: Refused): string {
  return fault === null ? problem : sayFault<PaymentFault>(words[language].payment, fault, farmer)
}
