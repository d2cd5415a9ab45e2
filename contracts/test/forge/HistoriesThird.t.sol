// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Handler} from "./Handler.sol";
import {HandlerThird} from "./HandlerThird.sol";
import {HistoriesTest} from "./Histories.t.sol";

/// @notice The same promises, of the third version.
contract HistoriesThirdTest is HistoriesTest {
    function _newWorld() internal override returns (Handler) {
        return new HandlerThird();
    }
}
