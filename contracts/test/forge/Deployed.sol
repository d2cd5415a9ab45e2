// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Payment, Terms} from "../../src/v2/EscrowTypes.sol";
import {QuestEscrowV2} from "../../src/v2/QuestEscrowV2.sol";
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
function deploy(Terms memory terms) returns (QuestEscrowV2 deployed) {
    bytes memory code = vm.parseJsonBytes(vm.readFile("artifacts/QuestEscrowV2.json"), ".bytecode");
    bytes memory whole = abi.encodePacked(code, abi.encode(terms));
    assembly {
        deployed := create(0, add(whole, 32), mload(whole))
    }
    require(address(deployed) != address(0), "the artifact was not deployed");
}

function seen(QuestEscrowV2 quests, bytes32 escrow) view returns (Seen memory) {
    (, bytes memory answer) = address(quests).staticcall(abi.encodeCall(quests.escrows, (escrow)));
    return abi.decode(answer, (Seen));
}

function paymentOf(QuestEscrowV2 quests, bytes32 escrow, address farmer) view returns (Payment memory) {
    (, bytes memory answer) = address(quests).staticcall(abi.encodeCall(quests.payments, (escrow, farmer)));
    return abi.decode(answer, (Payment));
}
