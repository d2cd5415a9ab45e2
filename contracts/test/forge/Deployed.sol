// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Payment, Terms} from "../../src/v2/EscrowTypes.sol";
import {QuestEscrowV2} from "../../src/v2/QuestEscrowV2.sol";
import {Terms as TermsV3} from "../../src/v3/EscrowTypesV3.sol";
import {vm} from "./Vm.sol";

/// @notice What `escrows` answers.
struct Seen {
    address giver;
    uint64 endsAt;
    uint32 slots;
    address token;
    uint32 free;
    uint32 held;
    bool closed;
    uint256 amountEach;
}

/// @notice The contract of the committed artifact, not of what forge has compiled.
function deploy(Terms memory terms) returns (QuestEscrowV2) {
    return _create("artifacts/QuestEscrowV2.json", abi.encode(terms));
}

/// @notice The third version, which has all functions of the second but its attestations.
function deployThird(Terms memory terms, address[3] memory tokens) returns (QuestEscrowV2) {
    TermsV3 memory all = TermsV3(
        terms.operator,
        terms.arbiter,
        terms.attester,
        terms.owner,
        terms.uptimeFeed,
        terms.reviewWindow,
        terms.disputePeriod,
        tokens
    );
    return _create("artifacts/QuestEscrowV3.json", abi.encode(all));
}

function _create(string memory artifact, bytes memory terms) returns (QuestEscrowV2 deployed) {
    bytes memory code = vm.parseJsonBytes(vm.readFile(artifact), ".bytecode");
    bytes memory whole = abi.encodePacked(code, terms);
    assembly {
        deployed := create(0, add(whole, 32), mload(whole))
    }
    require(address(deployed) != address(0), "the artifact was not deployed");
}

function seen(QuestEscrowV2 quests, bytes32 escrow) view returns (Seen memory) {
    (, bytes memory answer) = address(quests).staticcall(abi.encodeCall(quests.escrows, (escrow)));
    return abi.decode(answer, (Seen));
}

/// @notice Where a payment stands. One that is ruled about and not carried out is disputed to these tests.
function paymentOf(QuestEscrowV2 quests, bytes32 escrow, address farmer) view returns (Payment memory) {
    (, bytes memory answer) = address(quests).staticcall(abi.encodeCall(quests.payments, (escrow, farmer)));
    assembly {
        let state := add(answer, 32)
        if eq(mload(state), 7) {
            mstore(state, 2)
        }
    }
    return abi.decode(answer, (Payment));
}
