// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Where the payment of one farmer stands. Released, Refunded and Split are final. All but the last are the second version's.
enum PaymentState {
    None,
    Proposed,
    Disputed,
    Released,
    Refunded,
    Split,
    Unpaid,
    Ruled
}

/// @notice The money of one giver here for one quest, as the contract works with it; DepositWords packs it into one or two words.
/// @param giver who decides about it; zero if there is no such escrow
/// @param isNotice whether the end is that of a notice, which a sequencer's outage makes later
/// @param sponsored whether somebody else paid it in, who gets back what comes back
/// @param isWide whether it is written in two words
/// @param token the ERC-20, or zero for the native coin
/// @param amountEach what each place pays, in the token's smallest unit
/// @param slots how many places were paid in
/// @param free how many of the places nobody is proposed for and are still here
/// @param held how many of the places have money here
/// @param endsAt from then on nobody is proposed and free places can be taken back, in unix seconds; zero if no end is set
/// @param term which arbiter and attester decide about it: those of the time of its funding
struct Deposit {
    address giver;
    bool isNotice;
    bool sponsored;
    bool isWide;
    address token;
    uint256 amountEach;
    uint256 slots;
    uint256 free;
    uint256 held;
    uint256 endsAt;
    uint256 term;
}

/// @notice The payment of one farmer in one escrow, in one word of storage. All but the last are the second version's.
/// @param state where it stands
/// @param verified whether the operator said that a merge proved the work; it decides nothing about money
/// @param reviewEndsAt when the giver's review ends, in unix seconds
/// @param disputedAt when the giver disputed it, in unix seconds; zero if they did not
/// @param decidedAt when the arbiter ruled, a dispute ended or the farmer conceded; once a ruling is carried out, when it became payable
/// @param share what the farmer gets of a decided payment, in ten-thousandths
/// @param returned how often the giver returned the work
/// @param attested whether the attester signed for the work, which decides a dispute that nobody resolves
/// @param farmerOwed of an unpaid payment: whether the farmer's part is still here
/// @param giverOwed of an unpaid payment: whether the giver's part is still here
/// @param paused 0 for a ruling that the owner did not pause, 1 for a paused one, 2 for the one that came after the pause
struct Payment {
    PaymentState state;
    bool verified;
    uint40 reviewEndsAt;
    uint40 disputedAt;
    uint40 decidedAt;
    uint16 share;
    uint8 returned;
    bool attested;
    bool farmerOwed;
    bool giverOwed;
    uint8 paused;
}

/// @notice The arbiter, who decides disputes, and the attester, who signs for work.
/// @param arbiter resolves disputes
/// @param attester signs that work was proved; zero for nobody
struct Deciders {
    address arbiter;
    address attester;
}

/// @notice The parties of a deployment, and its times.
/// @param operator proposes farmers and closes escrows: the service
/// @param arbiter resolves disputes: a key, a Safe, or a contract that asks an ERC-792 arbitrator
/// @param attester signs that work was proved, apart from the operator; zero for nobody
/// @param owner names others, pauses proposals and sets limits, mostly a Safe; zero for nobody, ever
/// @param uptimeFeed Chainlink's sequencer uptime feed of the chain; zero where there is none
/// @param reviewWindow the giver's time to review work, in seconds
/// @param disputePeriod how long the arbiter has for a dispute, in seconds
/// @param tokens ERC-20s whose deposits take one word of storage as the coin's do; zero for none
struct Terms {
    address operator;
    address arbiter;
    address attester;
    address owner;
    address uptimeFeed;
    uint64 reviewWindow;
    uint64 disputePeriod;
    address[3] tokens;
}
