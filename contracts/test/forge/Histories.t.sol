// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Payment, PaymentState} from "../../src/v2/EscrowTypes.sol";
import {QuestEscrowV2} from "../../src/v2/QuestEscrowV2.sol";
import {Seen, paymentOf, seen} from "./Deployed.sol";
import {Handler} from "./Handler.sol";
import {vm} from "./Vm.sol";

/// @notice Any history of what people try keeps every promise, and at its end everything can leave.
contract HistoriesTest {
    Handler private _world;
    QuestEscrowV2 private _quests;

    function setUp() public {
        _world = _newWorld();
        _quests = _world.quests();
    }

    function _newWorld() internal virtual returns (Handler) {
        return new Handler();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_world);
    }

    function invariant_what_is_held_is_here() public view {
        require(address(_quests).balance == _world.here(address(0)), "the coin is not what is held");
        for (uint256 i; i < 2; ++i) {
            address token = address(_world.tokens(i));
            uint256 balance = _world.tokens(i).balanceOf(address(_quests));
            require(balance == _world.here(token) + _world.strays(token), "a token is not what is held");
            require(_quests.totalHeld(token) == _world.here(token), "the contract's own sum is wrong");
        }
    }

    /// @dev With operator, arbiter and owner gone, those who have a part take everything out; who refuses money names a purse.
    function afterInvariant() public {
        for (uint256 i; i < _world.count(); ++i) {
            bytes32 escrow = _world.escrows(i);
            address payer = _world.refundee(escrow);
            if (seen(_quests, escrow).endsAt != 0) continue;
            vm.prank(payer);
            _quests.giveNotice(escrow);
        }
        _world.tokens(1).setBlocked(_world.purse(), false);
        vm.warp(block.timestamp + 60 days);
        for (uint256 i; i < _world.count(); ++i) _empty(_world.escrows(i));
        require(address(_quests).balance == 0, "a coin stayed");
        for (uint256 i; i < 2; ++i) {
            address token = address(_world.tokens(i));
            require(_world.tokens(i).balanceOf(address(_quests)) == _world.strays(token), "a token stayed");
        }
    }

    /// @dev In the third version one may be ruled about, which is carried out.
    function _end(bytes32 escrow, address farmer) private {
        try _quests.settle(escrow, farmer) {} catch {
            _quests.release(escrow, farmer);
        }
    }

    function _empty(bytes32 escrow) private {
        address payer = _world.refundee(escrow);
        address purse = _world.purse();
        for (uint256 i; i < 4; ++i) {
            address farmer = _world.farmers(i);
            if (paymentOf(_quests, escrow, farmer).state == PaymentState.Disputed) _end(escrow, farmer);
            Payment memory payment = paymentOf(_quests, escrow, farmer);
            if (payment.state == PaymentState.Proposed || payment.farmerOwed) {
                vm.prank(farmer);
                _quests.releaseTo(escrow, purse);
            }
            if (paymentOf(_quests, escrow, farmer).giverOwed) {
                vm.prank(payer);
                _quests.takeBackTo(escrow, farmer, purse);
            }
        }
        if (seen(_quests, escrow).free != 0) {
            vm.prank(payer);
            _quests.refundTo(escrow, purse);
        }
        require(seen(_quests, escrow).held == 0, "a place stayed");
    }
}
