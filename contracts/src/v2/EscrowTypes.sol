// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Where the payment of one farmer stands. Released, Refunded and Split are final. The first five are the first version's.
enum PaymentState {
    None,
    Proposed,
    Disputed,
    Released,
    Refunded,
    Split,
    Unpaid
}

/// @notice What one giver has here for one quest, in two words of storage.
/// @param giver who decides about it
/// @param amountEach what each place pays, in the token's smallest unit
/// @param token the ERC-20, or zero for the native coin
/// @param slots how many places were paid in; zero if there is no such escrow
/// @param free how many of the places nobody is proposed for and are still here
/// @param held how many of the places have money here
/// @param endsAt from then on nobody is proposed and free places can be taken back, in unix seconds; zero if no end is set
/// @param sponsored whether somebody else paid it in, who gets back what comes back
struct Escrow {
    address giver;
    uint96 amountEach;
    address token;
    uint16 slots;
    uint16 free;
    uint16 held;
    uint40 endsAt;
    bool sponsored;
}

/// @notice The payment of one farmer in one escrow, in one word of storage. The first four are the first version's.
/// @param state where it stands
/// @param verified whether the operator said that a merge proved the work; it decides nothing about money
/// @param reviewEndsAt when the giver's review ends, in unix seconds
/// @param disputedAt when the giver disputed it, in unix seconds; zero if he did not
/// @param decidedAt when a dispute ended or the farmer conceded, in unix seconds; zero if neither
/// @param share what the farmer gets of a decided payment, in ten-thousandths
/// @param returned how often the giver returned the work
/// @param attested whether the attester signed for the work, which decides a dispute that nobody resolves
/// @param farmerOwed of an unpaid payment: whether the farmer's part is still here
/// @param giverOwed of an unpaid payment: whether the giver's part is still here
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
}

/// @notice One quest of several that are paid in together.
/// @param quest keccak256 of the quest's id in UTF-8
/// @param amountEach what each place pays, in the token's smallest unit
/// @param slots how many farmers can be paid
struct Funding {
    bytes32 quest;
    uint256 amountEach;
    uint32 slots;
}

/// @notice One proposal of several.
/// @param escrow the id of the escrow
/// @param farmer who is to be paid
/// @param verified whether a merge proved the work
struct Proposal {
    bytes32 escrow;
    address farmer;
    bool verified;
}

/// @notice One place of several.
/// @param escrow the id of the escrow
/// @param farmer who is paid
struct Place {
    bytes32 escrow;
    address farmer;
}

/// @notice Who has a part in a deployment, and its times.
/// @param operator proposes farmers and closes escrows: the service
/// @param arbiter resolves disputes: a key, a Safe, or a contract that asks an ERC-792 arbitrator
/// @param attester signs that work was proved, apart from the operator; zero for nobody
/// @param owner names another operator and pauses proposals, mostly a Safe; zero for nobody
/// @param uptimeFeed Chainlink's sequencer uptime feed of the chain; zero where there is none
/// @param reviewWindow the giver's time to review work, in seconds
/// @param disputePeriod how long the arbiter has for a dispute, in seconds
struct Terms {
    address operator;
    address arbiter;
    address attester;
    address owner;
    address uptimeFeed;
    uint64 reviewWindow;
    uint64 disputePeriod;
}
