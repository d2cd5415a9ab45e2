// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Terms} from "../../src/v2/EscrowTypes.sol";
import {QuestEscrowV2} from "../../src/v2/QuestEscrowV2.sol";
import {QuestEscrowV3} from "../../src/v3/QuestEscrowV3.sol";
import {deployThird, paymentOf} from "./Deployed.sol";
import {Handler} from "./Handler.sol";
import {vm} from "./Vm.sol";

/// @notice The same people with the third version: rulings wait and are paused, others decide about later deposits, and limits come.
contract HandlerThird is Handler {
    bytes32 private constant ATTESTATION =
        keccak256("Attestation(bytes32 escrow,address farmer,uint8 returned,bytes32 work,uint256 deadline)");
    bytes32 private constant WORK = keccak256("a merge");

    function _deploy(Terms memory terms) internal override returns (QuestEscrowV2) {
        return deployThird(terms, [address(tokens[0]), address(0), address(0)]);
    }

    function _version() internal pure override returns (string memory) {
        return "3";
    }

    function _third() private view returns (QuestEscrowV3) {
        return QuestEscrowV3(address(quests));
    }

    function _attested(bytes32 escrow, address who) internal override returns (bytes memory) {
        uint8 returned = paymentOf(quests, escrow, who).returned;
        bytes32 words = keccak256(abi.encode(ATTESTATION, escrow, who, returned, WORK, block.timestamp));
        bytes memory signature = _sign(ATTESTER_KEY, words);
        return abi.encodeCall(_third().proposeAttested, (escrow, who, WORK, block.timestamp, signature));
    }

    function _judgeMore(uint256 seed, uint256 farmer, uint256 more) internal override returns (bool) {
        uint256 choice = (more >> 128) % 8;
        bytes32 escrow = _pick(seed);
        if (choice < 2) {
            _release(seed, farmer);
        } else if (choice == 2) {
            bytes memory data = abi.encodeCall(_third().pauseRuling, (escrow, _farmer(farmer)));
            _try(_as(seed, owner), data, escrow, 0);
        } else if (choice == 3) {
            vm.warp(block.timestamp + 1 days);
        } else {
            return false;
        }
        return true;
    }

    function _changeOperator(uint256 seed, bool paused) internal override {
        super._changeOperator(seed, paused);
        QuestEscrowV3 third = _third();
        uint256 choice = (seed >> 8) % 8;
        vm.prank(_as(seed, owner));
        if (choice == 0) {
            // Decides about nothing that is there.
            try third.nominateDeciders(arbiter, vm.addr(ATTESTER_KEY)) {} catch {}
        } else if (choice == 1) {
            try third.appointDeciders() {} catch {}
        } else if (choice == 2) {
            try third.setLimit(address(tokens[0]), type(uint256).max) {} catch {}
        } else {
            try third.setOnlyListed(false) {} catch {}
        }
    }
}
