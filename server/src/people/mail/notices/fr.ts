import type { ChannelKind, ReportedKind } from '@furrow/sdk/contract'
import { type Address, checksum } from '../../../ground/address.ts'
import type { Otherwise } from '../../../rules/lifecycle/default-outcome.ts'
import type {
  ChangedTerm,
  CreditDecision,
  DepositFacts,
  NoticeValues,
} from '../../../rules/lifecycle/notice-values.ts'
import type { RefundedBecause, ReleasedBecause, Side } from '../../../rules/lifecycle/quest.ts'
import type { Catalogue, LetterValues } from './catalogue.ts'
import { doubtIn, problemIn } from './faults.ts'
import { momentsIn } from './moments.ts'

const moment = momentsIn('fr')

export const french: Catalogue = {
  subject: (what, title) => `${what} : ${title}`,
  quest: id => `Quête : ${id}`,
  digest: {
    subject: (count, name) =>
      count === 1 ? `Une quête ouverte : ${name}` : `${count} quêtes ouvertes : ${name}`,
    end: ({ more, board }) => `${more > 0 ? `Et ${more} de plus. ` : ''}Les voir toutes : ${board}`,
  },
  notices: {
    applied: ({ farmer }) => ({
      what: 'Candidature',
      body: `${checksum(farmer)} a posé sa candidature pour une place. Les autres candidatures sont dans la liste ; vous en êtes averti une fois par jour.`,
    }),
    declined: ({ reason }) => ({
      what: 'Déclinée',
      body: `Le commanditaire a décliné votre candidature.${because(reason)}`,
    }),
    'application-expired': () => ({
      what: 'Candidature terminée',
      body: 'Le commanditaire n’a pas répondu à temps à votre candidature.',
    }),
    'application-closed': ({ withQuest }) => ({
      what: 'Candidature terminée',
      body: withQuest
        ? 'Votre candidature a pris fin avec la quête, que le commanditaire a close.'
        : 'Votre candidature a pris fin : il ne reste aucune place dans cette quête, ou elle n’accepte plus personne.',
    }),

    admitted: ({ expiresAt, idleAt }) => ({
      what: 'Admise',
      body: `Le commanditaire vous a donné une place. Elle est à vous jusqu’au ${moment(expiresAt)}, et ensuite seulement s’il y a un travail d’ici là ; tant qu’il n’y en a pas, le commanditaire peut la libérer à partir du ${moment(idleAt)}.`,
    }),
    'place-taken': ({ farmer, expiresAt }) => ({
      what: 'Acceptée',
      body: `${checksum(farmer)} a pris une place. Elle reste prise jusqu’au ${moment(expiresAt)}, et ensuite seulement s’il y a un travail d’ici là.`,
    }),
    withdrawn: ({ farmer }) => ({ what: 'Place rendue', body: `${checksum(farmer)} a rendu une place.` }),
    'place-expired': ({ returned }) => ({
      what: 'Place de nouveau libre',
      body: returned
        ? 'Un travail renvoyé n’a pas été remis à nouveau à temps.'
        : 'Une place acceptée a pris fin sans travail.',
    }),
    'expiry-warned': ({ returned, expiresAt }) => ({
      what: 'Votre place prend bientôt fin',
      body: `${returned ? 'Ce qui a été renvoyé n’a pas été remis à nouveau.' : 'Il n’y a pas encore de travail de votre part.'} Votre place devient libre le ${moment(expiresAt)}.`,
    }),
    'idle-warned': ({ idleAt }) => ({
      what: 'Toujours dessus ?',
      body: `Il n’y a pas encore de travail de votre part. À partir du ${moment(idleAt)}, le commanditaire peut libérer votre place. Si vous êtes toujours dessus, dites-le, ce que vous pouvez faire une fois : cela vous redonne le même temps.`,
    }),
    kept: ({ farmer, idleAt }) => ({
      what: 'Toujours dessus',
      body: `${checksum(farmer)} est toujours dessus : la place ne peut pas être libérée avant le ${moment(idleAt)}.`,
    }),
    'place-extended': ({ expiresAt }) => ({
      what: 'Plus de temps',
      body: `Le commanditaire vous a donné plus de temps : votre place est à vous jusqu’au ${moment(expiresAt)}, et ensuite seulement s’il y a un travail d’ici là.`,
    }),
    'place-freed': ({ reason }) => ({
      what: 'Place libérée',
      body: `Le commanditaire a libéré votre place : elle ne contenait pas de travail. Vous pouvez répondre par une lettre.${because(reason)}`,
    }),
    'place-cancelled': () => ({
      what: 'Annulée',
      body: 'Le commanditaire a annulé la quête, et votre place avec elle.',
    }),

    submitted: values => ({
      what: 'En examen',
      body: `${checksum(values.farmer)} a remis le travail. ${unlessDisputed(values)}`,
    }),
    merged: values => ({
      what: 'En examen',
      body: `La pull request ${values.pullRequest} de ${checksum(values.farmer)} a été fusionnée. ${unlessDisputed(values)}`,
    }),
    returned: ({ farmer, note, expiresAt }) => ({
      what: 'Renvoyé',
      body: `Le commanditaire a renvoyé le travail de ${checksum(farmer)}, qui n’est pas encore payé. Il peut être remis à nouveau jusqu’au ${moment(expiresAt)}.\n\nCe qui manque : ${note}`,
    }),
    'part-proposed': ({ by, farmer, paid, refunded, token, note }) => ({
      what: 'Part proposée',
      body: `${checksum(by)} propose que ${checksum(farmer)} reçoive ${paid} ${token} pour ce travail, et que ${refunded} ${token} reviennent au commanditaire. Rien ne change tant que vous n’acceptez pas sur la page de la quête.${note === null ? '' : `\n\n${note}`}`,
    }),
    'place-shared': ({ farmer, share }) => ({
      what: 'Une part pour vous',
      body: `${checksum(farmer)} partage la récompense de sa place et vous en attribue ${share / 100} %. Cela vaut dès que toutes les personnes nommées ont accepté : acceptez ou refusez sur la page de la quête.`,
    }),
    'share-agreed': ({ member, all }) => ({
      what: 'Part acceptée',
      body: `${checksum(member)} a accepté sa part.${all ? ' Tout le monde a accepté : la récompense de cette place est payée selon ces parts.' : ''}`,
    }),
    'share-ended': ({ farmer, ended }) => ({
      what: 'Plus de partage',
      body: `${shareEnded[ended]} La place de ${checksum(farmer)} n’est plus partagée.`,
    }),
    'share-released': ({ farmer, amount, token }) => ({
      what: 'Part libérée',
      body: `Le travail de ${checksum(farmer)} et de son équipe est accepté : votre part est de ${amount} ${token}. Elle est inscrite, et le commanditaire vous la paie.`,
    }),
    'proposed-again': ({ farmer, reviewEndsAt, merged }) => ({
      what: 'De nouveau en examen',
      body: merged
        ? `Le commanditaire a renvoyé sur la chaîne le travail de ${checksum(farmer)}, qu’une fusion prouve : il est proposé à nouveau au contrat, et l’examen prend fin le ${moment(reviewEndsAt)}. Une fusion peut faire l’objet d’un litige, mais ne peut pas être renvoyée.`
        : `Le commanditaire a retourné sur la chaîne les prix, qui sont fixés : ils sont proposés de nouveau au contrat, et son examen se termine le ${moment(reviewEndsAt)}. Ils peuvent être contestés, et non retournés.`,
    }),
    'merge-doubted': values => ({
      what: 'En doute',
      body: `${doubtIn('fr', values)} Le service ne demande pas maintenant au contrat de payer ${checksum(values.farmer)}. Seul le commanditaire peut ouvrir un litige, avec un portefeuille, avant la fin du délai d’examen.`,
    }),

    'disputed-to-giver': values => ({ what: 'En litige', body: disputed(values) }),
    'disputed-to-farmer': values => ({
      what: 'En litige',
      body: `${disputed(values)}\n\nVous pouvez y répondre, et les deux parties peuvent ajouter des preuves, tant que le litige est ouvert.`,
    }),
    'disputed-to-arbiter': ({ giver, amount, token, disputeEndsAt, ...doubted }) => ({
      what: 'À trancher',
      body: `Le travail de ${checksum(doubted.farmer)} pour ${checksum(giver)} est en litige : ${amount} ${token}. C’est à vous de trancher avant le ${moment(disputeEndsAt)}.${because(doubtIn('fr', doubted))}`,
    }),
    answered: ({ farmer, url, note }) => ({
      what: 'Répondu',
      body: `${checksum(farmer)} a répondu au litige.\n\n${[note, url].filter(part => part !== null).join('\n\n')}`,
    }),
    'evidence-added': ({ by, farmer }) => ({
      what: 'Preuves',
      body: `${checksum(by)} a ajouté une preuve au litige sur le travail de ${checksum(farmer)}. Les deux parties et qui tranche peuvent la lire.`,
    }),
    ruled: ({ farmer, paid, refunded, token, payableAt, paused }) => ({
      what: paused ? 'La décision est suspendue' : 'L’arbitre a tranché',
      body: paused
        ? `Le propriétaire du contrat de séquestre a suspendu la décision de l’arbitre sur le travail de ${checksum(farmer)} : l’arbitre peut trancher à nouveau jusqu’au ${moment(payableAt)}, et ce qui vaut alors est exécuté. Pour l’instant, ${paid} ${token} vont au farmer et ${refunded} ${token} reviennent au commanditaire.`
        : `L’arbitre a tranché sur le travail de ${checksum(farmer)} : ${paid} ${token} vont au farmer et ${refunded} ${token} reviennent au commanditaire. Le contrat l’exécute à partir du ${moment(payableAt)}, sauf si son propriétaire suspend la décision avant, ce qui est possible une fois.`,
    }),
    'ruling-undone': ({ farmer, disputeEndsAt }) => ({
      what: 'La décision n’est plus là',
      body: `La chaîne a retiré le bloc avec la décision de l’arbitre sur le travail de ${checksum(farmer)} : il est en litige comme avant, jusqu’au ${moment(disputeEndsAt)}.`,
    }),

    released: values => ({
      what: 'Libéré',
      body: `${payment(values)} ${releasedBecause[values.because]}${because(values.reason)}`,
    }),
    refunded: ({ farmer, refunded, token, because: why, reason }) => ({
      what: 'Remboursé',
      body: `${refunded} ${token} pour le travail de ${checksum(farmer)} sont revenus au commanditaire. ${refundedBecause[why]}${because(reason)}`,
    }),
    'credit-kept': values => ({
      what: 'Tranché, et en attente de qui le reçoit',
      body: `${decisions[values.decision]} ${values.amount} ${values.token} pour ${sideOf(values)} attendent dans le contrat de séquestre, car ce portefeuille ne les a pas acceptés. ${waysOut[values.side]}, sur la page de la quête ou sur /exit/.`,
    }),
    'credit-taken': values => ({
      what: 'Pris du contrat',
      body:
        values.side === values.by
          ? `Ce qui attendait dans le contrat de séquestre pour ${sideOf(values)} a été pris.`
          : `Ce qui avait attendu un an dans le contrat de séquestre pour ${sideOf(values)} est revenu à qui l’avait versé. Le travail reste libéré, et rien n’a été payé pour lui.`,
    }),

    'payment-found': ({ farmer, amount, token, chainId, txHash, payer }) => ({
      what: 'Est-ce votre paiement ?',
      body: `La transaction ${txHash} de la chaîne ${chainId} a déplacé au moins ${amount} ${token} vers ${checksum(farmer)}, depuis ${payer === null ? 'le portefeuille du commanditaire' : checksum(payer)}. Le commanditaire la montre comme le paiement de ce travail. Elle compte quand le farmer la confirme, et jamais d’elle-même : confirmez-la si c’est le paiement, et dites que vous ne l’avez pas reçu si ce ne l’est pas.`,
    }),
    'payment-settled': ({ farmer, amount, token, chainId, txHash }) => ({
      what: 'Payé',
      body: `La transaction ${txHash} de la chaîne ${chainId} a payé ${amount} ${token} à ${checksum(farmer)}.`,
    }),
    'payment-denied': ({ farmer, chainId, txHash }) => ({
      what: 'Non reçu',
      body: `${checksum(farmer)} dit que la transaction ${txHash} de la chaîne ${chainId} n’est pas un paiement de ce travail, ou n’est pas arrivée. Elle ne compte plus tant que le farmer ne la confirme pas, que le portefeuille de la plateforme ne décide pas qu’elle est arrivée, ou que vous ne montrez pas un paiement entré plus tard dans la chaîne.`,
    }),
    'payment-reorganised': ({ farmer, amount, token, txHash }) => ({
      what: 'Paiement en doute',
      body: `La chaîne n’a plus la transaction ${txHash}, qui avait payé ${amount} ${token} à ${checksum(farmer)}. Elle est recherchée pendant un jour.`,
    }),
    'payment-refused': ({ amount, token, chainId, txHash, ...refused }) => ({
      what: 'Pas un paiement',
      body: `La transaction ${txHash} de la chaîne ${chainId} n’est pas un paiement de ${amount} ${token} à ${checksum(refused.farmer)} : ${problemIn('fr', refused)}`,
    }),
    'payment-said': ({ farmer, amount, token, transaction }) => ({
      what: 'Avez-vous été payé ?',
      body: `Le commanditaire dit que ${amount} ${token} ont été payés à ${checksum(farmer)}${transaction === null ? '' : `, par la transaction ${transaction}`}. Aucune chaîne ne le montre à ce service. Confirmez-le si vous les avez reçus, et dites que vous ne les avez pas reçus sinon.`,
    }),
    'next-part': ({ title, until }) => ({
      what: 'Votre prochaine partie',
      body: `La prochaine partie du plan, « ${title} », vous est ouverte. ${until === null ? 'Les personnes payées pour cette partie l’ont pour elles seules pendant 72 heures dès la première libération.' : `Elle est réservée aux personnes payées pour cette partie jusqu’au ${moment(until)} : 72 heures dès la première libération.`}`,
    }),
    backed: ({ backer, amount, token }) => ({
      what: 'Récompense augmentée',
      body: `${checksum(backer)} ajoute ${amount} ${token} à la récompense de chaque place. Vos décisions valent aussi pour cette part, que ce portefeuille paie. Tant que personne n’a de place, vous pouvez y mettre fin sur la page de la quête.`,
    }),
    'backing-stopped': ({ backer, amount, token }) => ({
      what: 'Plus rien n’est ajouté',
      body: `${checksum(backer)} n’ajoute plus ${amount} ${token} à la récompense de chaque place. Le montant est revenu à ce portefeuille.`,
    }),
    'backing-returned': ({ amount, token }) => ({
      what: 'Votre ajout vous revient',
      body: `De ce que vous avez ajouté à cette récompense, ${amount} ${token} vous reviennent : personne ne les a gagnés.`,
    }),
    'backing-closing': () => ({
      what: 'Reprenez votre ajout',
      body: 'Personne ne peut plus gagner ce que vous avez déposé pour cette quête. Le contrat est en cours de fermeture pour ce dépôt : reprenez-le ensuite avec le portefeuille qui l’a déposé, par refund(escrow) du contrat de séquestre.',
    }),
    'backers-follow': ({ count, amount, token }) => ({
      what: 'D’autres vous doivent aussi',
      body: `Outre le commanditaire, ${count === 1 ? 'une autre personne vous doit' : `${count} autres personnes vous doivent`} quelque chose pour ce travail : ${amount} ${token} en tout, répartis si la place était partagée, et sans la part de celles qui s’y opposent. Chacune vous paie elle-même. La page de la quête les nomme.`,
    }),
    'objection-dropped': ({ farmer }) => ({
      what: 'Votre opposition est caduque',
      body: `Le travail de ${checksum(farmer)} auquel vous vous opposiez lui a été rendu. Dès qu’il sera remis à nouveau, vous pourrez vous y opposer encore.`,
    }),
    thanked: ({ giver, amount, token, thanks }) => ({
      what: 'Remerciement',
      body: /^https?:/.test(thanks)
        ? `${checksum(giver)} vous remercie de votre pull request fusionnée ${thanks} avec ${amount} ${token}. Le paiement figure dans vos deux profils.`
        : `${checksum(giver)} vous remercie de votre travail achevé avec ${amount} ${token}. Le paiement figure dans vos deux profils.`,
    }),
    'thanks-said': ({ giver, amount, token, url }) => ({
      what: 'Avez-vous été payé ?',
      body:
        url === null
          ? `${checksum(giver)} dit vous avoir payé ${amount} ${token} de pourboire pour un travail achevé. Répondez sur /thanks si vous les avez reçus : d’ici là, personne ne le voit.`
          : `${checksum(giver)} dit vous avoir payé ${amount} ${token} en remerciement de ${url}. Répondez sur /thanks si vous les avez reçus : d’ici là, personne ne le voit.`,
    }),
    'payment-received': ({ farmer, amount, token }) => ({
      what: 'Paiement confirmé',
      body: `${checksum(farmer)} confirme avoir reçu ${amount} ${token}. Aucune chaîne ne le montre à ce service : cela ne compte donc pas pour des points.`,
    }),
    'payment-missed': ({ farmer, amount, token }) => ({
      what: 'Non reçu',
      body: `${checksum(farmer)} dit ne pas avoir reçu ${amount} ${token}. Vous les devez jusqu’à ce qu’ils soient payés.`,
    }),
    'payment-owed': ({ farmer, amount, token, since }) => ({
      what: 'À payer',
      body: `Vous devez ${amount} ${token} à ${checksum(farmer)} depuis le ${moment(since)}, quand le travail a été libéré. Payez sur la page de la quête avec votre portefeuille, ou dites-y que vous avez payé.`,
    }),

    funded: () => ({
      what: 'Déposé',
      body: 'Le dépôt est arrivé sur la chaîne. Les farmers peuvent maintenant prendre des places.',
    }),
    misfunded: ({ paid, needed }) => ({
      what: 'Non déposé',
      body: `Le dépôt sur la chaîne est de ${deposited(paid)} ; la quête demande ${deposited(needed)}. Il est rendu : appelez refund avec le portefeuille qui l’a versé, et publiez de nouveau la quête.`,
    }),
    edited: changes => ({ what: 'Modifiée', body: changed(changes).join('\n') }),
    'edited-for-backers': changes => ({ what: 'Modifiée', body: changedForBackers(changes).join('\n') }),
    'notice-given': ({ endsAt }) => ({
      what: 'Le commanditaire a annoncé la reprise',
      body: `Le commanditaire reprend au contrat les places libres de cette quête le ${moment(endsAt)}, et les places sans travail avec elles. Ce qui est remis bien avant peut encore être payé.`,
    }),
    'prizes-called-back': ({ endsAt }) => ({
      what: 'Les prix sont repris',
      body: `Le commanditaire reprend au contrat les prix de ce concours le ${moment(endsAt)}, comme le contrat le permet. Les prix proposés au contrat bien avant sont encore payés ; sinon le concours se termine alors, et personne ne gagne.`,
    }),
    'contest-closed': ({ entries, decideUntil, rankBy }) => ({
      what: rankBy === 'votes' ? 'Plus de propositions' : 'Classez les propositions',
      body:
        entries === 0
          ? `Personne n’a participé à votre concours. Les prix vous reviennent le ${moment(decideUntil)} ; vous pouvez l’annuler avant.`
          : rankBy === 'votes'
            ? `Votre concours ne prend plus de propositions : il y en a ${entries}. Des membres de la communauté votent sur elles jusqu’au ${moment(decideUntil)} ; sans assez de votes, les prix sont payés à parts égales entre toutes.`
            : `Votre concours ne prend plus de propositions : il y en a ${entries}. Classez-les jusqu’au ${moment(decideUntil)} ; ensuite, les prix sont payés à parts égales entre toutes.`,
    }),
    'contest-placed': ({ by, giver, prize, amount, token, endsAt }) => ({
      what: 'Votre proposition est classée',
      body: `${by === 'members' ? `Les votes des membres donnent à votre proposition le prix ${prize} et ${amount} ${token}` : `${checksum(giver)} donne à votre proposition le prix ${prize} de ${amount} ${token}, seule ou partagé`}. Le classement peut être contesté jusqu’au ${moment(endsAt)} ; ensuite, il est définitif.`,
    }),
    'contest-unplaced': ({ endsAt }) => ({
      what: 'Les propositions sont classées',
      body: `Le classement ne donne aucun prix à votre proposition. Vous pouvez le contester jusqu’au ${moment(endsAt)} ; ensuite, il est définitif.`,
    }),
    'ranking-disputed': ({ reason, disputeEndsAt, judged }) => ({
      what: 'Classement contesté',
      body: `Un participant conteste le classement : « ${reason} » ${judged ? 'Le portefeuille de la plateforme décide' : 'Personne n’est désigné pour décider'} ; sans décision, le classement est définitif le ${moment(disputeEndsAt)}.`,
    }),
    'contest-won': ({ giver, amount, token, decided, booked }) => ({
      what: 'Votre proposition est payée',
      body: `${decided === 'silence' ? 'Les propositions n’ont pas été classées à temps, et toutes sont payées de même : votre part est de' : 'Votre proposition gagne'} ${amount} ${token}. ${booked ? `C’est enregistré, et ${checksum(giver)} vous le paie.` : 'Le contrat l’a payé au compte de ce concours, d’où chacun reçoit sa part ; sur la page de la quête, vous pouvez l’envoyer vous-même.'}`,
    }),
    'payout-begun': ({ decided, part, winners, prizesBack, token, reviewEndsAt, reason }) => ({
      what: 'Les prix vont au contrat',
      body: `${contestSentences[decided]} ${part === null ? `Gagnants : ${winners}. Rendu au commanditaire : ${prizesBack} ${token}.` : `Il doit payer votre part : ${part} ${token}.`} Le commanditaire peut contester le paiement auprès du contrat jusqu’au ${moment(reviewEndsAt)} environ ; ensuite il est payé.${because(reason)}`,
    }),
    'contest-decided': ({ decided, winners, refunded, token, reason }) => ({
      what: 'Concours décidé',
      body: `${contestSentences[decided]} Propositions payées : ${winners}. Rendu au commanditaire : ${refunded} ${token}.${because(reason)}`,
    }),

    'quest-found': ({ name, reward }) => ({
      what: 'Quête ouverte',
      body: `Elle correspond à « ${name} », que vous suivez. Récompense : ${reward}. Vous pouvez changer ou arrêter cela sous « Notifications ».`,
    }),
    commented: ({ author }) => ({
      what: 'Commentaire',
      body: `${checksum(author)} a commenté cette quête, où tout le monde peut le lire.\n\n${later}`,
    }),
    'comment-answered': ({ author }) => ({
      what: 'Réponse',
      body: `${checksum(author)} a répondu à un commentaire de votre part, où tout le monde peut le lire.\n\n${later}`,
    }),
    invited: ({ giver, reward, note }) => ({
      what: 'Invitation',
      body: `${checksum(giver)} vous invite à cette quête, pour ${reward}.${note === null ? '' : `\n\n${note}`}`,
    }),
    'hidden-by-moderator': values => ({
      what: 'Masqué par un modérateur',
      body: moderated(
        'Un modérateur masque ceci aux autres. Rien n’en a été supprimé.',
        thingOf(values),
        values.reason,
      ),
    }),
    'shown-again': values => ({
      what: 'De nouveau visible',
      body: moderated(
        'Un modérateur montre de nouveau ceci à tout le monde.',
        thingOf(values),
        values.reason,
      ),
    }),
    'wallet-frozen': ({ owner, reason }) => ({
      what: 'Votre portefeuille est gelé',
      body: moderated(
        'Vous pouvez lire, terminer ce qui est en cours, en être payé et partir ; vous ne pouvez rien commencer de nouveau.',
        walletOf(owner),
        reason,
      ),
    }),
    'wallet-unfrozen': ({ owner, reason }) => ({
      what: 'Votre portefeuille est de nouveau libre',
      body: moderated('Vous pouvez de nouveau tout faire.', walletOf(owner), reason),
    }),
    'channel-ended': ({ kind, answer, url }) => ({
      what: 'Notifications arrêtées',
      body: `Plus rien ne pouvait être envoyé par ${channels[kind]} : cette voie a donc été abandonnée.${answer === null ? '' : ` La dernière réponse était ${answer}.`}\n\nVous pouvez la réactiver sur ${url}`,
    }),
  },
}

const later =
  'Les prochains commentaires sur cette quête vous sont signalés une fois que vous avez lu ceci, et dans une heure au plus tôt.'

function because(reason: string | null): string {
  return reason === null ? '' : `\n\nMotif : ${reason}`
}

function unlessDisputed({ amount, token, reviewEndsAt }: NoticeValues['submitted']): string {
  return `Sauf si le commanditaire ouvre un litige, ${amount} ${token} seront libérés le ${moment(reviewEndsAt)}.`
}

const otherwiseSentences: Readonly<Record<Otherwise, string>> = {
  'contract-refunds-unless-attested':
    'le contrat rembourse le commanditaire, sauf si un attestateur a signé pour le travail',
  'contract-as-proposed': 'le contrat tranche selon ce qui a été dit quand le travail a été proposé',
  'contract-refunds': 'le contrat rembourse le commanditaire',
  'contract-pays': 'le contrat paie le travail',
  'pay-if-merge-stands':
    'le travail est libéré si la fusion est alors valable, et le commanditaire remboursé si elle ne l’est pas',
  pay: 'le travail est libéré',
  'pay-for-link': 'le travail est libéré : personne ne peut trancher ici, et son lien le montre',
  refund: 'le commanditaire est remboursé',
}

function disputed(values: NoticeValues['disputed-to-giver']): string {
  const { farmer, amount, token, disputeEndsAt, otherwise } = values
  return `Le travail de ${checksum(farmer)} est en litige ; ${amount} ${token} sont retenus. Si personne ne tranche avant le ${moment(disputeEndsAt)}, ${otherwiseSentences[otherwise]}.${because(doubtIn('fr', values))}`
}

function payment({ farmer, paid, refunded, token, booked }: NoticeValues['released']): string {
  const rest = refunded === '0' ? '' : `, et ${refunded} ${token} sont revenus au commanditaire`
  return booked
    ? `${paid} ${token} pour ${checksum(farmer)} ont été libérés${rest}. C’est comptabilisé ici, et rien n’est encore payé : le commanditaire paie avec son propre portefeuille, et peut montrer la transaction.`
    : `${paid} ${token} sont allés à ${checksum(farmer)}${rest}.`
}

const releasedBecause: Readonly<Record<ReleasedBecause, string>> = {
  'window-over': 'Le délai d’examen est écoulé.',
  approved: 'Le commanditaire a approuvé le travail.',
  resolved: 'Le litige a été tranché en faveur du farmer.',
  split: 'Le litige a été tranché en donnant une part à chaque partie.',
  agreed: 'Les deux parties se sont entendues sur une part pour chacune.',
  undecided: 'Personne n’a tranché le litige à temps, et les preuves présentes parlent en faveur du travail.',
}

const refundedBecause: Readonly<Record<RefundedBecause, string>> = {
  resolved: 'Le litige a été tranché en faveur du commanditaire.',
  undecided: 'Personne n’a tranché le litige à temps.',
  conceded: 'Le farmer a cédé.',
  'funds-gone':
    'Le commanditaire a repris les fonds du contrat avant que le travail puisse lui être proposé.',
  'on-chain': 'Le remboursement a eu lieu sur la chaîne.',
}

const decisions: Readonly<Record<CreditDecision, string>> = {
  unknown: 'C’est tranché.',
  split: releasedBecause.split,
  conceded: refundedBecause.conceded,
  'for-farmer': releasedBecause.resolved,
  'for-giver': refundedBecause.resolved,
}

const waysOut: Readonly<Record<Side, string>> = {
  farmer:
    'N’importe qui peut demander au contrat un nouvel envoi, et seul le farmer peut le prendre vers une autre adresse : releaseTo(escrow, receiver)',
  giver:
    'N’importe qui peut demander au contrat un nouvel envoi, et seul qui l’a versé peut le prendre vers une autre adresse : takeBackTo(escrow, farmer, receiver)',
}

function sideOf({ farmer, side }: Pick<NoticeValues['credit-kept'], 'farmer' | 'side'>): string {
  return side === 'farmer' ? checksum(farmer) : 'le commanditaire'
}

function changed({ amount, places, deadline, description }: NoticeValues['edited']): string[] {
  const sentences = ['Le commanditaire a modifié cette quête. Ce que vous avez accepté reste, et :']
  if (amount !== null)
    sentences.push(
      `La récompense pour chaque place est maintenant de ${amount.after} ${amount.token} ; elle était de ${amount.before} ${amount.token}.`,
    )
  if (places !== null) sentences.push(`Elle a maintenant ${places} places.`)
  if (deadline !== null)
    sentences.push(
      deadline.after === null
        ? 'Elle n’a plus d’échéance.'
        : `Son échéance pour de nouveaux farmers est maintenant le ${moment(deadline.after)}.`,
    )
  if (description) sentences.push('Sa description a été complétée ; vous la trouvez dans la quête.')
  return sentences
}

const termWords: Readonly<Record<ChangedTerm, string>> = {
  title: 'titre',
  description: 'description',
  skills: 'compétences',
  category: 'catégorie',
  codehostRepo: 'dépôt',
  codehostIssue: 'ticket',
  admission: 'admission des farmers',
  requires: 'conditions requises',
}

function changedForBackers({ amount, deadline, terms }: NoticeValues['edited-for-backers']): string[] {
  const sentences = ['Le commanditaire a modifié cette quête, à la récompense de laquelle vous ajoutez.']
  if (amount !== null)
    sentences.push(
      `Sa propre récompense pour chaque place est maintenant de ${amount.after} ${amount.token} ; elle était de ${amount.before} ${amount.token}. Ce que vous ajoutez reste.`,
    )
  if (deadline !== null)
    sentences.push(
      deadline.after === null
        ? 'Elle n’a plus d’échéance.'
        : `Son échéance pour de nouveaux farmers est maintenant le ${moment(deadline.after)}.`,
    )
  if (terms.length > 0) sentences.push(`Ont changé : ${terms.map(term => termWords[term]).join(', ')}.`)
  return [
    ...sentences,
    'La page de la quête la montre telle qu’elle est maintenant. Tant que personne n’a de place, vous pouvez y mettre fin à votre ajout.',
  ]
}

const shareEnded = {
  changed: 'Le partage a été retiré.',
  refused: 'Un membre a refusé sa part.',
  'not-agreed': 'Le travail a été prouvé ou accepté avant que tout le monde n’ait accepté.',
  'place-over': 'La place n’existe plus, ou sa récompense est revenue.',
} as const

const contestSentences: Readonly<Record<NoticeValues['contest-decided']['decided'], string>> = {
  ranked: 'Le classement est définitif.',
  resolved: 'Le portefeuille de la plateforme a tranché la contestation du classement.',
  silence: 'Les propositions n’ont pas été classées à temps : les prix sont payés à parts égales.',
  'no-entries': 'Il n’y avait aucune proposition à payer, et les prix reviennent.',
  cancelled: 'Le commanditaire a annulé le concours avant toute participation.',
  refunded: 'Le contrat a rendu les prix.',
  'funds-gone': 'Le commanditaire a repris les prix au contrat : il n’y a plus rien à gagner.',
}

/** In the smallest units, as the contract counts. */
function deposited({ token, each, places }: DepositFacts): string {
  return `${each} de ${checksum(token)} pour chacune des ${places} places`
}

function moderated(sentence: string, about: string, reason: string): string {
  return `${sentence}\n\n${about}\n\nLe motif : ${reason}\n\nVous pouvez répondre sur /moderation.`
}

function thingOf({ kind, thing, title }: LetterValues['shown-again']): string {
  return `${title} (${kinds[kind]} ${thing})`
}

function walletOf(owner: Address): string {
  return `Portefeuille : ${checksum(owner)}`
}

const kinds: Readonly<Record<ReportedKind, string>> = {
  quest: 'quête',
  comment: 'commentaire',
  letter: 'lettre',
  profile: 'profil',
  proposal: 'proposition',
  file: 'fichier',
  wallet: 'portefeuille',
  entry: 'participation',
}

const channels: Readonly<Record<ChannelKind, string>> = {
  email: 'e-mail',
  push: 'web push',
  webhook: 'votre webhook',
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
}
